/**
 * Remembers the playing episode for the page around this frame, so that its next page can continue it. server.tsx
 * inlines the built text of this module into a separate page without other content. The storage is that of WIDGET_URL
 * within the surrounding site, and each origin of that site sees only its own entry.
 */
import type { ContinueRequest, Run } from '../loader/continue-protocol.ts';

const CONTEXT = 'earshot.continue'; // of continue-protocol.ts

/** A page that takes longer to load has lost its listener. */
const FRESH_MS = 60_000;
/** Other tabs answer at once. */
const OTHER_TABS_MS = 150;
const MAX_CHARS = 2000;

interface Stored {
  run: Run;
  at: number;
}

const host = window.parent;
const tabs = new BroadcastChannel(CONTEXT);
/** The origin for which this tab plays now. */
let playing = '';
/** Origins for which another tab has answered that it is playing. */
const elsewhere = new Set<string>();

tabs.onmessage = ({ data }: MessageEvent<{ ask?: string; plays?: string }>) => {
  if (data.ask && data.ask === playing) tabs.postMessage({ plays: playing });
  if (data.plays) elsewhere.add(data.plays);
};

const keyOf = (origin: string) => `${CONTEXT} ${origin}`;

function readRun(origin: string): Run | null {
  const { run, at } = JSON.parse(localStorage.getItem(keyOf(origin)) ?? '{}') as Partial<Stored>;
  return run && at && Date.now() - at < FRESH_MS ? run : null;
}

function look(origin: string): void {
  const answer = (run: Run | null) =>
    host.postMessage(JSON.stringify({ context: CONTEXT, run, texts: TEXTS }), origin);
  const run = readRun(origin);
  if (!run) return;
  elsewhere.delete(origin);
  tabs.postMessage({ ask: origin });
  setTimeout(() => {
    if (!elsewhere.has(origin)) answer(run);
  }, OTHER_TABS_MS);
}

function keep(origin: string, run: Run | null): void {
  playing = run ? origin : '';
  const text = JSON.stringify({ run, at: Date.now() } satisfies { run: Run | null; at: number });
  if (run && text.length < MAX_CHARS) localStorage.setItem(keyOf(origin), text);
  else localStorage.removeItem(keyOf(origin));
}

const TEXTS: unknown = JSON.parse(document.documentElement.dataset.texts ?? '{}');

/** Throws in a frame without storage. */
function listen(): void {
  localStorage.getItem(CONTEXT);
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== host || !String(data).startsWith(`{"context":"${CONTEXT}"`)) return;
    try {
      const request = JSON.parse(data) as ContinueRequest;
      if ('run' in request) keep(origin, request.run ?? null);
      else look(origin);
    } catch {
      // Full storage keeps nothing, and other messages are ignored.
    }
  });
  host.postMessage(JSON.stringify({ context: CONTEXT }), '*');
}

try {
  listen();
} catch {
  // Without storage this frame sends nothing to the page.
}
