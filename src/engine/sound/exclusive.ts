/** One sound at a time among the players of an origin: in a page, in its frames, in its tabs. */
export interface Exclusive {
  /** This player begins to play. */
  claim(): void;
  end(): void;
}

const CHANNEL = 'earshot-playing';

/**
 * Tells every other player of the origin when one begins, and is told of theirs. Where the origin allows no such
 * channel (an opaque one has no neighbours) each player is on its own.
 */
export function createExclusive(onOther: () => void): Exclusive {
  try {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = onOther;
    return { claim: () => channel.postMessage(0), end: () => channel.close() };
  } catch {
    return { claim() {}, end() {} };
  }
}
