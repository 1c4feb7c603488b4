interface Playing {
  context: 'earshot';
  event: 'playing';
  /** The claim of the player: the time of its request in milliseconds since 1970, and its random number. */
  since: number;
  id?: number;
}

/** The two events of `exclusive.ts`. */
const CLAIM = 'earshot-playing';
const FOREIGN_CLAIM = 'earshot-playing-elsewhere';

/** A claim from further in the future is a forgery, or comes from a clock that the order cannot rely on. */
const FUTURE_MAX_MS = 60_000;

/**
 * Pauses all other players of the page, in any frames. The engine decides which player keeps playing, and informs the
 * players of its origin. This module passes its claims on to frames of other origins, such as sandboxed players,
 * whose scripts cannot reach one another. A second rule here could pause the player that the first one keeps.
 */
export function playAlone(page: Window = window): void {
  const claim = (data: unknown) => page.dispatchEvent(new MessageEvent(FOREIGN_CLAIM, { data }));
  page.addEventListener(CLAIM, (event) => {
    const [since, id] = (event as MessageEvent<[number, number]>).data;
    const message = { context: 'earshot', event: 'playing', since, id } satisfies Playing;
    const text = JSON.stringify(message);
    for (const frame of leavesOf(page.top ?? page)) frame.postMessage(text, '*');
  });
  page.addEventListener('message', ({ data, origin, source }) => {
    const other = readPlaying(data);
    const isNear = other && other.since < Date.now() + FUTURE_MAX_MS;
    // Players of one origin hear one another. Sandboxed ones have the origin `null`, and do not.
    const isForeign = source !== page && (origin === 'null' || origin !== page.origin);
    if (isNear && isForeign) claim([other.since, other.id]);
  });
  claim([-1, 0]); // if the player sounds already, it repeats its claim
}

/** The frames without inner frames, like players; other pages get no message. */
function leavesOf(frame: Window): Window[] {
  const children = Array.from({ length: frame.length }, (_, index) => frame[index] as Window);
  return children.length === 0 ? [frame] : children.flatMap(leavesOf);
}

function readPlaying(data: unknown): Playing | null {
  if (typeof data !== 'string' || !data.startsWith('{"context":"earshot","event":"playing"')) {
    return null;
  }
  try {
    return JSON.parse(data) as Playing;
  } catch {
    return null; // not one of our messages
  }
}
