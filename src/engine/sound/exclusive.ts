/** One sound at a time among the players of an origin: in a page, in its frames, in its tabs. */
export interface Exclusive {
  /** The listener wants to hear this player, or no longer does. */
  want(isWanted: boolean): void;
  /** This player is heard. */
  claim(): void;
  end(): void;
}

const CHANNEL = 'earshot-playing';

/**
 * The player that was wanted last is the one that plays. Every player announces itself when it is heard, by the time at
 * which it was wanted; if two have the same time, a random number decides. So all agree, also if several begin at once.
 * An opaque origin has no such channel: there each player is on its own.
 */
export function createExclusive(onOther: () => void): Exclusive {
  const id = Math.random();
  /** When this player was wanted; null while it is not. */
  let wanted: number | null = null;
  let isHeard = false;
  let latest = 0;

  function want(isWanted: boolean): void {
    isHeard = false;
    // Later than every time that is known, even if the system's clock has been put back.
    wanted = isWanted ? Math.max(Date.now(), latest + 1) : null;
  }

  try {
    const channel = new BroadcastChannel(CHANNEL);
    const claim = () => {
      isHeard = true;
      channel.postMessage([wanted, id]);
    };
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const [time, other] = Array.isArray(data) ? data.map(Number) : [];
      const at = time || Date.now();
      latest = Math.max(latest, at);
      const isLater = wanted === null || at > wanted || (at === wanted && Number(other) > id);
      if (isLater) onOther();
      else if (isHeard) claim(); // that player does not know of this one yet
    };
    return { want, claim, end: () => channel.close() };
  } catch {
    return { want, claim() {}, end() {} };
  }
}
