export type QueueChoice = 'play_next' | 'add_to_queue' | 'move_up' | 'move_down' | 'remove';
