import { createEmbedController, type EmbedController } from '../src/embed/controller.ts';
import {
  CONTINUE_CONTEXT,
  type ContinueAnswer,
  type ContinueRequest,
  type Run,
  readAnswer,
} from './continue-protocol.ts';
import { control } from './control.ts';
import { dockFrame, dockPlayButton, undock } from './dock.ts';
import type { Placement } from './placement.ts';

let isFollowing = false;

/** Continues the episode of the previous page, and remembers the one that plays here. */
export async function follow(widgetUrl: string): Promise<void> {
  if (isFollowing) return;
  isFollowing = true;
  if (document.readyState === 'loading')
    await new Promise((done) => addEventListener('DOMContentLoaded', done));
  const memory = openMemory(widgetUrl, (answer) => goOn(widgetUrl, memory, answer));
  followPlayers(widgetUrl, memory);
  // A page restored from the browser's cache was stopped.
  addEventListener('pageshow', ({ persisted }) => persisted && memory.ask());
}

interface Memory {
  ask(): void;
  keep(run: Run | null): void;
}

/** The frame that remembers. Without storage it stays silent. */
function openMemory(widgetUrl: string, onAnswer: (answer: ContinueAnswer) => void): Memory {
  const frame = document.createElement('iframe');
  frame.style.cssText = 'display:none!important';
  frame.src = `${widgetUrl}/continue`;
  const { origin: home } = new URL(widgetUrl);
  let isListening = false;
  const say = (request: ContinueRequest) => {
    const message = JSON.stringify({ context: CONTINUE_CONTEXT, ...request });
    if (isListening) frame.contentWindow?.postMessage(message, home);
  };
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== home) return;
    const answer = readAnswer(data);
    if (answer?.run) onAnswer(answer);
    else if (answer) {
      isListening = true;
      say({});
    }
  });
  document.documentElement.append(frame); // a page may replace its body
  return { ask: () => say({}), keep: (run) => say({ run }) };
}

/** Remembers the playing player of this page. */
function followPlayers(widgetUrl: string, memory: Memory): void {
  const known = new WeakSet<object>();
  let current: EmbedController | null = null;
  let { body } = document;

  function add(iframe: HTMLIFrameElement): void {
    if (known.has(iframe)) return;
    known.add(iframe);
    const player = createEmbedController(iframe);
    const run: Run = { resource: resourceOf(iframe.src), seconds: 0, title: iframe.title };
    const keep = () => memory.keep({ ...run });
    const stop = () => current === player && forget();
    const start = () => {
      current = player;
      keep();
    };
    player.on('play', start);
    // An early click was faster than this file.
    player.getPaused().then((isPaused) => isPaused || start(), console.warn);
    player.on('timeupdate', ({ seconds }) => {
      run.seconds = seconds;
      if (current === player) keep();
    });
    player.on('episodechange', ({ episode_id, title }) => {
      Object.assign(run, { resource: `episode_id=${episode_id}`, seconds: 0, title });
    });
    player.on('pause', stop);
    player.on('ended', stop);
    player.on('ready', stop); // a moved frame has loaded another player
  }

  function forget(): void {
    current = null;
    memory.keep(null);
  }

  // A removed player sends no `pause`.
  new MutationObserver(() => {
    const isLeft = body !== document.body;
    body = document.body;
    if (!current || current.iframe.isConnected) return;
    if (!isLeft) return forget();
    current = null;
    memory.ask();
  }).observe(document, { childList: true, subtree: true });

  const find = (source: unknown) =>
    [...document.querySelectorAll<HTMLIFrameElement>(`iframe[src^="${widgetUrl}/player?"]`)].filter(
      ({ contentWindow }) => !source || contentWindow === source,
    );
  addEventListener('message', ({ source, data }) => {
    // Every player sends this once it listens.
    if (/"event":"ready"/.test(String(data))) find(source).forEach(add);
  });
  find(null).forEach(add);
}

const resourceOf = (src: string) => /(?:episode|show)_id=\d+/.exec(src)?.[0] ?? '';

/** Continues in the page's own player of the episode if there is one, else in the dock. */
async function goOn(
  widgetUrl: string,
  memory: Memory,
  { run, texts }: ContinueAnswer,
): Promise<void> {
  if (!run || !texts) return;
  const { resource, seconds, title } = run;
  const close = () => {
    memory.keep(null);
    undock();
  };
  const players = document.querySelectorAll<Placement>(
    // A link that waits for a click has no player, and gets none without the listener.
    `a.earshot-player[data-resource="${resource}"]:not([data-load=click]),iframe[src^="${widgetUrl}/player?${resource}&"],iframe[src="${widgetUrl}/player?${resource}"]`,
  );
  // Another host of the page may have an episode of the same number.
  const own = [...players].find(
    ({ earshotFrame }) => (earshotFrame as HTMLIFrameElement)?.src?.startsWith(widgetUrl) ?? true,
  );
  if (!own) {
    const src = `${widgetUrl}/player?${resource}&playlist=false&autoplay=true&t=${seconds.toFixed(1)}`;
    return dockFrame({ src, title, texts, close });
  }
  const player = await control(own, widgetUrl);
  await player.setCurrentTime(seconds);
  const play = () => player.play();
  // The browser requires a click on this page.
  await play().catch(() =>
    dockPlayButton({ title, texts, close, play: () => play().then(undock, () => {}) }),
  );
}
