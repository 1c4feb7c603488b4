const QUEUES = 2;

/**
 * The queue of a job that decodes audio. There are two, so that decoding takes neither all processors nor the places of
 * jobs that must run in time, such as publishing.
 */
export const audioQueue = (id: number): string => `audio:${id % QUEUES}`;
