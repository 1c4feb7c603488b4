/** `1 file`, `2 files`: for messages to administrators, which are in English. */
export const counted = (count: number, thing: string): string =>
  `${count} ${thing}${count === 1 ? '' : 's'}`;
