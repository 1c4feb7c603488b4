/** The id in an address. Null if it cannot be one. */
export const readId = (text = ''): number | null =>
  /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
