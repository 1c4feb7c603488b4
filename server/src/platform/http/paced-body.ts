import type { Readable } from 'node:stream';

/** How slow a host may be. */
export interface Pace {
  /** Longest time without a byte. */
  silenceMs: number;
  /** Longest time from the request to the headers of the answer. */
  answerMs: number;
  /** Longest time for one file. */
  totalMs: number;
  /** The rate is measured over each span of this length. */
  spanMs: number;
  minBytesPerSecond: number;
}

export const PACE: Readonly<Pace> = {
  silenceMs: 20_000,
  answerMs: 30_000,
  totalMs: 3_600_000,
  spanMs: 30_000,
  minBytesPerSecond: 4_000, // speech at its lowest bit rate, in real time
};

/** The host does not send, or sends too slowly to wait for it. */
export class TooSlow extends Error {
  override readonly name = 'TooSlow';
}

/**
 * Passes a body on and counts only the time that was spent waiting for the host, not for the reader.
 * @throws TooSlow, while it is read, if the host falls below the pace.
 */
export async function* pacedBody(
  body: Readable,
  { totalMs, spanMs, minBytesPerSecond }: Pace,
  now: () => number = () => performance.now(),
): AsyncGenerator<Buffer> {
  let waitedMs = 0;
  let span = { endsAtMs: spanMs, bytes: 0 };
  let askedAt = now();
  for await (const chunk of body) {
    waitedMs += now() - askedAt;
    span.bytes += (chunk as Buffer).length;
    if (waitedMs > totalMs) throw new TooSlow('took too long');
    if (waitedMs > span.endsAtMs) {
      if (span.bytes < (minBytesPerSecond * spanMs) / 1000) throw new TooSlow('sends too slowly');
      span = { endsAtMs: waitedMs + spanMs, bytes: 0 };
    }
    yield chunk as Buffer;
    askedAt = now();
  }
}
