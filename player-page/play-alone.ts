import type { Player } from 'earshot';

interface Playing {
  context: 'earshot';
  event: 'playing';
  /** Milliseconds since 1970, as exactly as the browser tells. The player that started later keeps playing. */
  since: number;
}

/**
 * A player pauses all other players of the page, in whatever frames they are. They send messages to one another, because
 * no script can look into the frames of other origins. The engine does the same for players of one origin; this is for
 * sandboxed players, which have no origin in common.
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
  if (player.getSnapshot().playing) tell(); // a click may have been faster than this file
}

/** The frames without frames of their own, as players are; other pages get no message. */
function leavesOf(frame: Window): Window[] {
  const children = Array.from({ length: frame.length }, (_, index) => frame[index] as Window);
  return children.length === 0 ? [frame] : children.flatMap(leavesOf);
}

function readPlaying(data: unknown): Playing | null {
  if (typeof data !== 'string' || !data.startsWith('{"context":"earshot"')) return null;
  try {
    return JSON.parse(data) as Playing;
  } catch {
    return null; // not a message of ours
  }
}
