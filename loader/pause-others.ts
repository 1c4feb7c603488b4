import { decodeEvent, encodeMethod } from '../src/embed/frame-protocol.ts';

/** One player pauses the others of the page. */
export function pauseOthers(widgetUrl: string): void {
  const { origin } = new URL(widgetUrl);
  window.addEventListener('message', ({ data, source, origin: sender }) => {
    // A sandboxed frame has the origin `null`; its window tells it apart below.
    if (sender !== origin && sender !== 'null') return;
    const message = decodeEvent(data);
    const state = (message?.value as { state?: unknown } | null)?.state;
    if (message?.event !== 'statechange' || state !== 'playing') return;
    const frames = Array.from(document.querySelectorAll('iframe')).filter((frame) =>
      frame.src.startsWith(`${widgetUrl}/player?`),
    );
    if (!frames.some((frame) => frame.contentWindow === source)) return;
    for (const { contentWindow } of frames) {
      if (contentWindow !== source)
        contentWindow?.postMessage(encodeMethod({ method: 'pause' }), '*');
    }
  });
}
