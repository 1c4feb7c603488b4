import type { Clock } from '../../lib/clock.ts';
import { createScope } from '../../lib/scope.ts';

/** One sound at a time among the players of an origin: in a page, in its frames, and in its tabs. */
export interface Exclusive {
  /** The listener wants to hear this player, or no longer wants to. */
  want(isWanted: boolean): void;
  /** This player is audible. */
  claim(): void;
  end(): void;
}

/** The channel, and the event of the window that tells a claim of its players to code of the same page. */
const CLAIM = 'earshot-playing';
/** With this event the same code passes on a claim of another origin. */
const FOREIGN_CLAIM = 'earshot-playing-elsewhere';

/**
 * The player that was requested last is the one that plays. When a player becomes audible, it announces the time of
 * its request; if two times are equal, a random number decides. So all players agree, even if several begin at once.
 * An opaque origin has no such channel: its players depend on the events of their window.
 */
export function createExclusive(
  onOther: () => void,
  clock: Clock = Date,
  page: EventTarget = window,
): Exclusive {
  const id = Math.random();
  /** When this player was requested; null if it is not. */
  let wanted: number | null = null;
  let isHeard = false;
  let latest = 0;
  let channel: BroadcastChannel | null = null;

  function claim(): void {
    isHeard = true;
    const data = [wanted, id];
    channel?.postMessage(data);
    page.dispatchEvent(new MessageEvent(CLAIM, { data }));
  }

  function hear({ data }: Pick<MessageEvent<unknown>, 'data'>): void {
    const [time, other] = Array.isArray(data) ? data.map(Number) : [];
    const at = time || clock.now();
    latest = Math.max(latest, at);
    const isLater = wanted === null || at > wanted || (at === wanted && Number(other) > id);
    if (isLater) onOther();
    else if (isHeard) claim(); // the other player does not know this one yet
  }

  const scope = createScope();
  scope.listen(page, FOREIGN_CLAIM, (event) => hear(event as MessageEvent<unknown>));
  try {
    channel = new BroadcastChannel(CLAIM);
    channel.onmessage = hear;
  } catch {
    // Some browsers refuse the channel in a sandbox.
  }

  return {
    want(isWanted) {
      isHeard = false;
      // Later than every known time, even if the system's clock has been set back.
      wanted = isWanted ? Math.max(clock.now(), latest + 1) : null;
    },
    claim,
    end() {
      channel?.close();
      scope.dispose();
    },
  };
}
