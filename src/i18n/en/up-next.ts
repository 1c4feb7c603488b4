/** Texts of the list of what plays next, and of the menus that put episodes into it. */
export const upNext = {
  up_next: 'Up next',
  queue: 'Your queue',
  after: 'Then, from the list',
  empty: 'Nothing comes after this episode. Add one from the menu of an episode.',
  clear: 'Clear queue',
  drag: 'Drag to move %title%',
  options: 'Options for %title%',
  play_next: 'Play next',
  add_to_queue: 'Add to queue',
  move_up: 'Move up',
  move_down: 'Move down',
  remove: 'Remove from queue',
} as const;
