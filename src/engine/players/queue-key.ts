/** Name of the listener's queue in the browser's storage. */
export const QUEUE_KEY = 'earshot.queue';
