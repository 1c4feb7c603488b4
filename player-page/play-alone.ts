import type { Player } from 'earshot';

interface Playing {
  context: 'earshot';
  event: 'playing';
  /** Milliseconds since 1970, as exactly as the browser tells: the later one goes on. */
  since: number;
}

/**
 * One player pauses the others of the page, whoever put them there and in whatever frames: they tell one another,
 * as no script of the page sees into frames of others. The engine does the same for players of one origin; this is
 * for those in a sandbox, which have none.
 */
export function playAlone(player: Player): void {
  let since = 0;
  const tell = () => {
    since = performance.timeOrigin + performance.now();
    const message = JSON.stringify({
      context: 'earshot',
      event: 'playing',
      since,
    } satisfies Playing);
    for (const frame of leavesOf(window.top ?? window)) frame.postMessage(message, '*');
  };
  window.addEventListener('message', ({ data }) => {
    const other = readPlaying(data);
    if (other && other.since > since) player.pause();
  });
  player.on('play', tell);
  if (player.getSnapshot().playing) tell(); // a click may have been quicker than this file
}

/** The frames without frames of their own, as players are: pages are not to be bothered. */
function leavesOf(frame: Window): Window[] {
  const children = Array.from({ length: frame.length }, (_, index) => frame[index] as Window);
  return children.length === 0 ? [frame] : children.flatMap(leavesOf);
}

function readPlaying(data: unknown): Playing | null {
  if (typeof data !== 'string' || !data.startsWith('{"context":"earshot"')) return null;
  try {
    return JSON.parse(data) as Playing;
  } catch {
    return null; // somebody's joke
  }
}
