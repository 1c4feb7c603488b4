/** The words of a transcript in one text, without marks and capitals, and the start of each cue in it. */
export interface WordIndex {
  text: string;
  starts: readonly number[];
}

/** The first and the last cue of a search result. */
export type Match = readonly [first: number, last: number];

const QUERY_CHARACTERS_MIN = 2;

export function indexWords(cues: readonly { text: string }[]): WordIndex {
  const starts: number[] = [];
  const parts: string[] = [];
  let length = 0;
  for (const { text } of cues) {
    const folded = fold(text);
    starts.push(length);
    parts.push(folded);
    length += folded.length + 1;
  }
  return { text: parts.join(' '), starts };
}

/** The places that match a query, also across cues. */
export function searchCues({ text, starts }: WordIndex, query: string): Match[] {
  const wanted = fold(query).trim();
  if (wanted.length < QUERY_CHARACTERS_MIN) return [];
  const matches: Match[] = [];
  let at = text.indexOf(wanted);
  while (at >= 0) {
    matches.push([cueOf(starts, at), cueOf(starts, at + wanted.length - 1)]);
    at = text.indexOf(wanted, at + wanted.length);
  }
  return matches;
}

function cueOf(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** `café` is found by `cafe`. */
const fold = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/gu, ' ');
