export type QueueChoice = 'play_next' | 'add_to_queue' | 'move_up' | 'move_down' | 'remove';

/** The notice after a choice. `queue_full`: the queue has its 200 episodes, so it did not take another. */
export type QueueNotice = 'play_next' | 'add_to_queue' | 'queue_full';
