const QUEUES = 2;

/**
 * The queue of a job that decodes audio. There are two, so that decoding takes neither all processors nor the workers
 * of jobs that must run on time, such as publishing.
 */
export const audioQueue = (id: number): string => `audio:${id % QUEUES}`;
