/** Pitches of a test sound in Hz: a rising one encodes the second of the file, a steady one its number. */
export const CHIRP = { from: 300, perSecond: 100, maxSeconds: 30 } as const;
export const MARK = { from: 3_500, step: 100, count: 4 } as const;
