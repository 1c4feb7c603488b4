import { METHODS } from '../../src/embed/index.ts';

export const PLAYER_ORIGIN = 'https://player.test';

interface Sent {
  method: string;
  value?: unknown;
  listener?: string;
}

/** A frame whose player is played by the test: `sent` is what it was told, `say` speaks for it. */
export function fakeFrame({ src = `${PLAYER_ORIGIN}/player?episode_id=1`, sandbox = '' } = {}) {
  const sent: Sent[] = [];
  const targets: string[] = [];
  const contentWindow = {
    postMessage(data: string, target: string) {
      sent.push(JSON.parse(data) as Sent);
      targets.push(target);
    },
  };
  const iframe = document.createElement('iframe');
  if (sandbox) iframe.setAttribute('sandbox', sandbox);
  // Never in the document: nothing is loaded.
  let current: unknown = contentWindow;
  let inner: unknown = null;
  Object.defineProperty(iframe, 'contentWindow', { get: () => current });
  Object.defineProperty(iframe, 'contentDocument', { get: () => inner });
  Object.defineProperty(iframe, 'src', { value: src, writable: true });

  const post = (
    data: unknown,
    { origin = PLAYER_ORIGIN, source = contentWindow as unknown } = {},
  ) =>
    window.dispatchEvent(Object.assign(new MessageEvent('message', { data, origin }), { source }));
  const say = (message: object, from: { origin?: string; source?: unknown } = {}) =>
    post(JSON.stringify({ context: 'player.js', version: '0.0.11', ...message }), from);
  const methods = (name: string) => sent.filter(({ method }) => method === name);

  return {
    iframe,
    sent,
    targets,
    contentWindow,
    /** Another window in the frame, as when it is put elsewhere; null as long as it is nowhere. */
    hold(window: unknown) {
      current = window;
    },
    /** A lazy frame that nobody has scrolled to. */
    sleep() {
      iframe.loading = 'lazy';
      inner = { URL: 'about:blank' };
    },
    load: () => void iframe.dispatchEvent(new Event('load')),
    post,
    say,
    methods,
    /** A new document says that it is there. */
    sayReady(value: object = {}, from: { origin?: string; source?: unknown } = {}) {
      const events = ['ready', 'play', 'timeupdate', 'ended', 'statechange', 'volumechange'];
      say({ event: 'ready', value: { src, events, methods: METHODS, ...value } }, from);
    },
    /** Answers the last question of that method. */
    answer(method: string, value: unknown) {
      const listener = methods(method).at(-1)?.listener;
      say({ event: method, value, ...(listener ? { listener } : {}) });
    },
  };
}
