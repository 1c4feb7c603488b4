import type { Player } from 'earshot';
import {
  decodeMethod,
  EVENTS,
  type EventName,
  encodeEvent,
  METHODS,
  type MethodMessage,
} from 'earshot/embed';

const TIMEUPDATE_EVERY_S = 0.25;

type Answer = (value: unknown) => unknown;

/**
 * Answers the page around the frame in the Player.js protocol. Any page may frame and control the player:
 * it can do no more than a listener with a mouse.
 */
export function connectHost(player: Player | null, apiUrl: string): void {
  if (window.parent === window) return;
  const post = (event: EventName, value?: unknown) =>
    window.parent.postMessage(encodeEvent({ event, value }), '*');
  const wanted = new Map<string, Set<string | undefined>>();
  const tell = (event: EventName, value?: unknown) => {
    for (const listener of wanted.get(event) ?? []) {
      window.parent.postMessage(
        encodeEvent({ event, value, ...(listener === undefined ? {} : { listener }) }),
        '*',
      );
    }
  };

  const answers = player ? answersOf(player, apiUrl) : {};
  window.addEventListener('message', (event) => {
    if (event.source !== window.parent) return;
    const message = decodeMethod(event.data);
    if (!message) return;
    if (message.method === 'addEventListener') subscribe(wanted, message, post);
    else if (message.method === 'removeEventListener') unsubscribe(wanted, message);
    else reply(answers[message.method], message);
  });

  if (player) relayEvents(player, tell, post);
  post('ready', { src: location.href, events: EVENTS, methods: METHODS });
}

function subscribe(
  wanted: Map<string, Set<string | undefined>>,
  { value, listener }: MethodMessage,
  post: (event: EventName, value?: unknown) => void,
): void {
  const name = String(value);
  if (!EVENTS.includes(name as EventName)) return;
  wanted.set(name, (wanted.get(name) ?? new Set()).add(listener));
  // Whoever comes late asks for `ready` again.
  if (name === 'ready') post('ready', { src: location.href, events: EVENTS, methods: METHODS });
}

function unsubscribe(
  wanted: Map<string, Set<string | undefined>>,
  { value, listener }: MethodMessage,
): void {
  if (listener === undefined) wanted.delete(String(value));
  else wanted.get(String(value))?.delete(listener);
}

function reply(answer: Answer | undefined, { method, value, listener }: MethodMessage): void {
  const result = answer?.(value);
  if (result === undefined) return;
  window.parent.postMessage(
    encodeEvent({ event: method, value: result, ...(listener === undefined ? {} : { listener }) }),
    '*',
  );
}

/** What answers with a value is a getter; the rest does something. */
function answersOf(player: Player, apiUrl: string): Partial<Record<string, Answer>> {
  const state = player.getSnapshot;
  const act = (run: (value: unknown) => void): Answer => {
    return (value) => {
      run(value);
      return undefined;
    };
  };
  return {
    play: act(player.play),
    pause: act(player.pause),
    getPaused: () => !state().playing,
    mute: act(() => player.setMuted(true)),
    unmute: act(() => player.setMuted(false)),
    getMuted: () => state().muted,
    setVolume: act((value) => player.setVolume(Number(value))),
    getVolume: () => state().volume,
    getDuration: () => state().duration,
    setCurrentTime: act((value) => Number.isFinite(Number(value)) && player.seek(Number(value))),
    getCurrentTime: () => state().currentTime,
    setLoop: act((value) => player.setLoop(value === true || value === 'true')),
    getLoop: player.getLoop,
    next: act(player.next),
    prev: act(player.previous),
    load: act((value) => loadResource(player, apiUrl, value)),
  };
}

/** `value` is a resource as snippets write it, `episode_id=N`. Goes on playing where something plays. */
function loadResource(player: Player, apiUrl: string, value: unknown): void {
  const id = /^episode_id=([1-9]\d{0,9})$/.exec(String(value))?.[1];
  if (!id) return;
  const target = { episode_id: Number(id), station_url: `${apiUrl}/v2/episodes/${id}` };
  player.load(target, { autoplay: player.getSnapshot().playing });
}

function relayEvents(
  player: Player,
  tell: (event: EventName, value?: unknown) => void,
  post: (event: EventName, value?: unknown) => void,
): void {
  player.on('play', () => {
    tell('play');
    // The loader pauses the page's other players; it asks for nothing, so it is told unasked.
    post('statechange', { state: 'playing' });
  });
  player.on('pause', () => tell('pause'));
  player.on('ended', () => tell('ended'));
  player.on('seeked', () => tell('seeked'));
  player.on('error', ({ reason }) => tell('error', { code: 0, msg: reason }));
  player.on('statechange', ({ state }) => tell('statechange', { state }));
  player.on('episodechange', ({ episode }) => {
    tell('episodechange', { episode_id: episode.episode_id, title: episode.title });
  });
  let told = -1;
  player.on('timeupdate', ({ currentTime, duration }) => {
    // Four a second, as an audio element does; the player's own clock is finer than a host needs.
    if (Math.abs(currentTime - told) < TIMEUPDATE_EVERY_S) return;
    told = currentTime;
    tell('timeupdate', { seconds: currentTime, duration });
    const percent = duration ? player.getSnapshot().bufferedEnd / duration : 0;
    tell('progress', { percent });
  });
}
