/** Texts of a player page without a player. Only the server renders it. */
export const errorPage = {
  failed: 'A fault on our side keeps this player from loading. Please try again in a moment.',
  show: 'This show is not available.',
  missing: 'The address of this player names no episode and no show.',
  malformed: 'The address of this player has an episode or show that is not a valid number.',
  doubled: 'The address of this player names more than one episode or show.',
} as const;
