import type { TranscriptCue } from '../contract/transcripts.ts';

/** A passage of a transcript: the first and the last cue. */
export interface Passage {
  first: number;
  last: number;
}

export interface Quote {
  /** Seconds of the content, in tenths: exactly the passage plays. */
  start: number;
  end: number;
  text: string;
}

export function quoteOf(cues: readonly TranscriptCue[], { first, last }: Passage): Quote | null {
  const quoted = cues.slice(first, last + 1);
  if (!cues[last]) return null;
  return {
    start: Math.floor(Math.min(...quoted.map((cue) => cue.starts_at)) * 10) / 10,
    end: Math.ceil(Math.max(...quoted.map((cue) => cue.ends_at)) * 10) / 10, // cues may overlap
    text: quoted.map((cue) => cue.text.replaceAll('\n', ' ')).join(' '),
  };
}

/** The address that plays a quote and then stops. */
export function quoteUrl(page: string, { start, end }: Pick<Quote, 'start' | 'end'>): string {
  const url = new URL(page);
  url.searchParams.set('t', String(start));
  url.searchParams.set('t-end', String(end));
  return url.href;
}

/** The passage from one cue to another, in either order. */
export const passageOf = (a: number, b: number): Passage => ({
  first: Math.min(a, b),
  last: Math.max(a, b),
});
