import { METHODS } from '../../src/embed/index.ts';

export const PLAYER_ORIGIN = 'https://player.test';

interface Sent {
  method: string;
  value?: unknown;
  listener?: string;
}

/** A frame in which the test acts as the player. `sent` holds the received messages, `say` answers. */
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
  // The frame is never added to the document, so it loads nothing.
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
    /** Replaces the window, as moving a frame does; null as if the frame was removed. */
    hold(window: unknown) {
      current = window;
    },
    /** Makes it a lazy frame that has not loaded. */
    sleep() {
      iframe.loading = 'lazy';
      inner = { URL: 'about:blank' };
    },
    load: () => void iframe.dispatchEvent(new Event('load')),
    post,
    say,
    methods,
    /** Sends the ready event of a new document. */
    sayReady(value: object = {}, from: { origin?: string; source?: unknown } = {}) {
      const events = ['ready', 'play', 'timeupdate', 'ended', 'statechange', 'volumechange'];
      say({ event: 'ready', value: { src, events, methods: METHODS, ...value } }, from);
    },
    /** Answers the last call of the method. */
    answer(method: string, value: unknown) {
      const listener = methods(method).at(-1)?.listener;
      say({ event: method, value, ...(listener ? { listener } : {}) });
    },
  };
}
