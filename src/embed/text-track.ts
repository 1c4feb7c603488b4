/** The texts that go along with an episode: its chapters, and its transcript if that has times. */
const TRACK_KINDS = ['chapters', 'captions'] as const;
export type TrackKind = (typeof TRACK_KINDS)[number];

export interface EmbedTextTrack {
  readonly kind: TrackKind;
  /** The language in words. Empty for chapters. */
  readonly label: string;
  /** BCP 47. Empty if unknown. */
  readonly language: string;
}

/** A chapter, or a line of the transcript. Times are seconds. */
export interface EmbedCue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The known kinds among the tracks of any player. */
export function readTracks(answer: readonly unknown[]): EmbedTextTrack[] {
  return listOf(answer).flatMap(({ kind, label, language }) => {
    const known = TRACK_KINDS.find((name) => name === kind);
    return known
      ? [{ kind: known, label: String(label ?? ''), language: String(language ?? '') }]
      : [];
  });
}

export function readCues(answer: readonly unknown[]): EmbedCue[] {
  return listOf(answer)
    .map(({ start, end, text }) => ({
      start: Number(start),
      end: Number(end),
      text: String(text ?? ''),
    }))
    .filter(({ start, end }) => end >= start);
}

const listOf = (answer: readonly unknown[]): Record<string, unknown>[] =>
  answer.map((one) => Object(one));
