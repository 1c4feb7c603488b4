import type { Episode, Player, PlayerSnapshot } from 'earshot';
import {
  type EmbedCapabilities,
  type EmbedEvents,
  EVENTS,
  type EventName,
  METHODS,
  type MethodMessage,
  type PlayFailure,
} from 'earshot/embed';
import { decodeMethod, encodeEvent } from 'earshot/internal';
import { playAlone } from './play-alone.ts';
import { wanted } from './wanted.ts';
import { watchWantedHeight } from './wanted-height.ts';

const TIMEUPDATE_EVERY_S = 0.25; // like an audio element; the player's own clock is finer
const MAX_LISTENERS = 1000; // of one kind, so that a page that never stops subscribing does not fill our memory
/**
 * The loader adds no listeners, so the player sends it the wanted height anyway, with this listener's name. Without a
 * name, every Player.js client would take the message for its own.
 */
const LOADER = 'earshot-loader';
const CODE = { undefined: -1, playbackUnsupported: 1, methodUnsupported: 2 } as const; // Player.js

type Listener = string | undefined;
/** A getter returns its value. An action returns null; `play` answers later. */
type Answers = Readonly<
  Record<string, (value: unknown, listener: Listener, method: string) => unknown>
>;

/** Sends an event to the listeners that the page around has added. */
type Tell = <Name extends EventName>(event: Name, value?: EmbedEvents[Name]) => void;

/**
 * Answers the surrounding page in the Player.js protocol. Any page may frame and control the player, because it can
 * do no more than a listener with a mouse. Without a player (an unknown episode) it only reports that.
 */
export function connectHost(player: Player | null): void {
  if (window.parent === window) return;
  const listeners = new Map<string, Set<Listener>>();
  const tell: Tell = (event, value) => {
    for (const listener of listeners.get(event) ?? []) post(event, value, listener);
  };
  const answers = player ? answersOf(player) : {};
  const ready: EmbedCapabilities = {
    src: location.href, // the frame's own address: it identifies the sender for a Player.js client
    events: player ? EVENTS : ['ready', 'error'],
    methods: player ? METHODS : ['addEventListener', 'removeEventListener'],
    confirms: true,
  };
  const sayUnavailable = (listener: Listener) =>
    post('error', { code: CODE.undefined, msg: 'EPISODE_UNAVAILABLE' }, listener);

  function addListener({ value, listener }: MethodMessage): void {
    if (!ready.events.includes(String(value))) return;
    const name = value as EventName;
    const set = listeners.get(name) ?? new Set();
    listeners.set(name, set);
    if (set.size < MAX_LISTENERS) set.add(listener);
    // A listener of the player's clock makes it run as finely as the surrounding page expects.
    if (name === 'timeupdate' && set.size === 1) player?.on('timeupdate', () => {});
    if (name === 'ready') post('ready', ready, listener); // for clients that connect late
    if (name === 'error' && !player) sayUnavailable(listener);
  }

  function removeListener({ value, listener }: MethodMessage): void {
    if (listener === undefined) listeners.delete(String(value));
    else listeners.get(String(value))?.delete(listener);
  }

  window.addEventListener('message', ({ source, origin, data }) => {
    // A script of the page around may have put the frame into another document, such as a pop-up window.
    if (source !== window.parent && origin !== location.ancestorOrigins?.[0]) return;
    const message = readMessage(data);
    if (!message) return;
    const { method, value, listener } = message;
    if (method === 'addEventListener') addListener(message);
    else if (method === 'removeEventListener') removeListener(message);
    else if (Object.hasOwn(answers, method)) {
      const answer = answers[method]?.(value, listener, method);
      const isWanted = listener !== undefined || answer !== null;
      if (isWanted && answer !== undefined) post(method, answer, listener);
    } else {
      tell('error', { code: CODE.methodUnsupported, msg: `Method not supported: ${method}` });
    }
  });

  if (player) {
    relayEvents(player, tell);
    playAlone();
  }
  post('ready', ready);
  watchWantedHeight((height) => {
    tell('resize', { height });
    post('resize', { height }, LOADER);
  });
}

function post(event: string, value: unknown, listener?: Listener): void {
  window.parent.postMessage(
    encodeEvent({
      event,
      ...(value === undefined ? {} : { value }),
      ...(listener === undefined ? {} : { listener }),
    }),
    '*',
  );
}

/** Accepts plain values only: an object may throw when it is converted to text or a number. */
function readMessage(data: unknown): MethodMessage | null {
  const message = decodeMethod(data);
  if (!message) return null;
  const { method, value, listener } = message;
  return {
    method,
    value: typeof value === 'object' ? undefined : value,
    ...(typeof listener === 'string' ? { listener } : {}),
  };
}

function answersOf(player: Player): Answers {
  const state = player.getSnapshot;
  const play = createPlay(player);
  const volume = createVolume(player);
  const act = (run: () => void) => () => {
    run();
    return null;
  };
  const withNumber = (run: (value: number) => void) => (value: unknown) => {
    const number = value === '' || typeof value === 'boolean' ? Number.NaN : Number(value);
    if (Number.isFinite(number)) run(number);
    return null;
  };
  const loadTracks = () => import('./text-tracks.ts');
  /** Posts a list that has to be fetched, or an empty one after a failure. */
  const answerLater =
    (read: (episode: Episode, value: unknown) => Promise<unknown[]>): Answers[string] =>
    (value, listener, method) => {
      const { episode } = state();
      const reading = episode ? read(episode, value).catch(() => []) : Promise.resolve([]);
      void reading.then((list) => post(method, list, listener));
    };
  return {
    play: (_, listener) => play.start(listener),
    pause: act(play.stop),
    getPaused: () => !state().playing,
    mute: act(() => player.setMuted(true)),
    unmute: act(() => player.setMuted(false)),
    getMuted: () => state().muted,
    setVolume: withNumber(volume.set),
    getVolume: volume.get,
    getDuration: () => state().duration,
    setCurrentTime: withNumber(player.seek),
    getCurrentTime: player.getCurrentTime,
    setLoop: (value) => act(() => player.setLoop(value === true || value === 'true'))(),
    getLoop: () => player.getLoop(),
    next: act(player.next),
    prev: act(player.prev),
    load: (value) => act(() => loadResource(player, value))(),
    setPlaybackRate: withNumber(player.setPlaybackRate),
    getPlaybackRate: () => state().playbackRate,
    getTextTracks: answerLater(async (episode) => (await loadTracks()).listTracks(episode)),
    getCues: answerLater(async (episode, kind) =>
      (await loadTracks()).listCues(episode, kind, state().duration),
    ),
    setConsent: (value) => act(() => player.setConsent(value === true || value === 'true'))(),
  };
}

/**
 * To the player, muted means volume 0. Clients keep the two apart: if Video.js mutes a player that then answers 0, it sets
 * another volume.
 */
function createVolume(player: Player) {
  let audible = player.getSnapshot().volume;
  player.on('volumechange', ({ volume, muted }) => {
    if (!muted) audible = volume;
  });
  return {
    set(volume: number): void {
      if (volume < 1) audible = Math.max(volume, 0);
      player.setVolume(volume);
    },
    get: () => (player.getSnapshot().muted ? audible : player.getSnapshot().volume),
  };
}

/** Answers each named request for `play` once sound starts, or with the reason for its absence. */
function createPlay(player: Player) {
  const waiting = new Set<string>();
  const settle = (failure?: PlayFailure, names = [...waiting]) => {
    for (const name of names) {
      if (waiting.delete(name)) post('play', failure ? { error: failure } : null, name);
    }
  };
  /** The event does not say what paused: the page, a listener, another player, or a browser that requires a gesture. */
  const onPause = () => {
    if (player.getSnapshot().error) return settle('not_playable');
    const names = [...waiting];
    if (names.length > 0) {
      const settleBy = (isAllowed: boolean) => settle(isAllowed ? 'aborted' : 'not_allowed', names);
      import('./autoplay.ts')
        .then(({ mayPlay }) => mayPlay())
        .then(settleBy, () => settleBy(false));
    }
  };
  player.on('playing', () => settle());
  player.on('pause', onPause);
  return {
    start(listener: Listener): void {
      if (listener !== undefined && waiting.size < MAX_LISTENERS) waiting.add(listener);
      player.play();
      const { state, playing } = player.getSnapshot();
      if (state === 'playing') settle();
      // Nothing has begun that could end: audio of this kind cannot play here.
      else if (!playing) settle('not_playable');
    },
    stop(): void {
      wanted.isSilent = true;
      player.pause();
      settle('aborted');
    },
  };
}

/** `value` is a resource in the form of snippets, `episode_id=N`. Keeps playing if something is playing. */
function loadResource(player: Player, value: unknown): void {
  const id = /^episode_id=([1-9]\d{0,9})$/.exec(String(value))?.[1];
  if (!id) return;
  player.load({ episode_id: Number(id) }, { autoplay: player.getSnapshot().playing });
}

function relayEvents(player: Player, tell: Tell): void {
  player.on('play', () => tell('play'));
  player.on('pause', () => {
    tellTime(player.getSnapshot());
    tell('pause');
  });
  player.on('ended', () => {
    // A single episode in a loop has no end, as in a media element.
    if (!player.getLoop() || player.getSnapshot().hasNext) tell('ended');
  });
  player.on('seeked', () => {
    tellTime(player.getSnapshot());
    tell('seeked');
  });
  player.on('error', ({ reason }) => {
    const isUnsupported = reason === 'PLAYBACK_UNSUPPORTED';
    tell('error', { code: isUnsupported ? CODE.playbackUnsupported : CODE.undefined, msg: reason });
  });
  player.on('statechange', ({ state }) => tell('statechange', { state }));
  player.on('episodechange', ({ episode }) => {
    tell('episodechange', { episode_id: episode.episode_id, title: episode.title });
  });
  player.on('volumechange', (value) => tell('volumechange', value));
  player.on('ratechange', (value) => {
    tell('ratechange', value);
    tell('playbackratechange', value);
  });

  let toldTime = player.getSnapshot().currentTime;
  function tellTime({ currentTime, duration }: PlayerSnapshot): void {
    if (currentTime === toldTime) return;
    toldTime = currentTime;
    tell('timeupdate', { seconds: currentTime, duration });
  }
  let toldEnd = 0;
  player.subscribe(() => {
    const snapshot = player.getSnapshot();
    const { currentTime, bufferedEnd, duration } = snapshot;
    if (Math.abs(currentTime - toldTime) >= TIMEUPDATE_EVERY_S) tellTime(snapshot);
    if (bufferedEnd === toldEnd || duration === 0) return;
    toldEnd = bufferedEnd;
    tell('progress', { percent: bufferedEnd / duration, seconds: bufferedEnd, duration });
  });
}
