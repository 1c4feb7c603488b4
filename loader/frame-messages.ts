import { EMBED_HEIGHT_ASKED_MAX_PX, EMBED_HEIGHT_MIN_PX } from '../src/contract/limits.ts';
import { style } from './style.ts';

/** The Player.js envelope; `earshot/embed` has the whole protocol, of which the loader needs these few words. */
const PAUSE = '{"context":"player.js","version":"0.0.11","method":"pause"}';

interface Message {
  context?: unknown;
  event?: unknown;
  value?: { state?: unknown; height?: number } | null;
}

const answered = new WeakSet<HTMLIFrameElement>();

/** Whether the player in a frame has spoken. */
export const hasAnswered = (frame: HTMLIFrameElement): boolean => answered.has(frame);

/** Listens to the players of a page: one pauses the others, and each may ask for its height. */
export function listenToFrames(origin: string, frames: () => HTMLIFrameElement[]): void {
  window.addEventListener('message', ({ data, source, origin: sender }) => {
    // A sandboxed frame has the origin `null`; its window tells it apart below.
    if (sender !== origin && sender !== 'null') return;
    let message: Message | null = null;
    try {
      message = JSON.parse(data);
    } catch {} // somebody else's, and none of our business
    if (message?.context !== 'player.js') return;
    const all = frames();
    const frame = all.find(({ contentWindow }) => contentWindow === source);
    if (!frame) return;
    answered.add(frame);
    const height = Number(message.value?.height);
    if (
      message.event === 'resize' &&
      height >= EMBED_HEIGHT_MIN_PX &&
      height <= EMBED_HEIGHT_ASKED_MAX_PX
    ) {
      style(frame, `height:${height}px;`);
    }
    if (message.event === 'statechange' && message.value?.state === 'playing') {
      for (const other of all) if (other !== frame) other.contentWindow?.postMessage(PAUSE, '*');
    }
  });
}
