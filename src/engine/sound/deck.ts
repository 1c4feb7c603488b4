import type { Scope } from '../../lib/scope.ts';
import { failureOf, isHls, isHosted } from './audio-facts.ts';
import { createFeeder, type Feeder } from './feeder.ts';
import { createPlayOut, type PlayOut } from './play-out.ts';
import { createSeeking, type Seeking } from './seeking.ts';
import type { AudioSource, SoundEvents, SoundFailure } from './sound.ts';
import { HLS_TYPE } from './sound-feed.ts';

/** One HTMLAudioElement and the file in it. */
export interface Deck {
  readonly audio: HTMLAudioElement;
  /** Null while released. */
  readonly source: AudioSource | null;
  /** Its file must be loaded again before it can play. */
  readonly hasFailed: boolean;
  /** Seconds within the file: during a seek, the requested ones. */
  readonly currentTime: number;
  /** It has sounded once: a browser that requires a gesture has granted it to this element. */
  readonly isGranted: boolean;
  load(source: AudioSource, fileTime: number): void;
  play(): void;
  pause(): void;
  seek(fileTime: number): void;
  /** Lets the browser fetch the whole file, or only the part that it needs to start. */
  fetch(preload: 'auto' | 'metadata'): void;
  release(): void;
}

export function createDeck(scope: Scope, events: SoundEvents): Deck {
  const audio = addElement(scope);
  const state: DeckState = { source: null, isGranted: false, hasFailed: false, isPlaying: false };
  const feeder = createFeeder(scope, audio);
  const seeking = createSeeking({
    audio,
    feeder,
    source: () => state.source,
    onFetch() {
      if (state.isPlaying) events.stalled();
      audio.pause();
    },
    onBegun: restart,
    onRefused() {
      events.seeked();
      if (state.isPlaying) play();
    },
    onFailed: failFed,
  });
  const playOut = createPlayOut(scope, audio, (at) => {
    seeking.set(at);
    fail('network');
  });
  function fail(kind: SoundFailure): void {
    state.hasFailed = true;
    events.failed(kind);
  }

  function failFed(kind: SoundFailure): void {
    seeking.set(seeking.target ?? audio.currentTime); // the end of the feed resets the element
    feeder.stop();
    fail(kind);
  }

  /** Some browsers play no HLS, or only some of it: Chromium plays HLS with AAC, and none with MP3. */
  function playHls({ url }: AudioSource): void {
    restart();
    feeder.start(import('./hls.ts'), url, { failed: failFed });
  }

  function restart(): void {
    empty(audio);
    if (state.isPlaying) play();
  }

  function reset(next: AudioSource | null): void {
    feeder.stop();
    playOut.stop();
    seeking.reset();
    Object.assign(state, { source: next, hasFailed: false, isPlaying: false });
  }

  function play(): void {
    state.isPlaying = true;
    if (seeking.isFetchingWhole) return;
    start(audio, () => {
      state.isPlaying = false;
      events.blocked();
    });
  }

  followElement(scope, { audio, state, events, feeder, seeking, playOut, fail, playHls });

  return {
    audio,
    get source() {
      return state.source;
    },
    get hasFailed() {
      return state.hasFailed || playOut.isOn;
    },
    get currentTime() {
      return seeking.target ?? audio.currentTime;
    },
    get isGranted() {
      return state.isGranted;
    },
    load(next, fileTime) {
      reset(next);
      seeking.set(fileTime || null);
      if (isHls(next) && !audio.canPlayType(HLS_TYPE)) playHls(next);
      else audio.src = next.url;
      audio.currentTime = fileTime; // most browsers begin there; others would be heard until `seeking` applies it
    },
    play,
    pause() {
      state.isPlaying = false;
      audio.pause();
    },
    seek(fileTime) {
      seeking.set(fileTime);
      if (audio.readyState) seeking.apply();
    },
    fetch(preload) {
      if (audio.preload === 'auto') return;
      audio.preload = preload;
      if (state.source && !audio.readyState && audio.paused) audio.load();
    },
    release() {
      if (!state.source) return;
      reset(null);
      audio.pause();
      audio.preload = 'none';
      empty(audio);
    },
  };
}

/** The part of a deck's state that events of its element read and change. */
interface DeckState {
  source: AudioSource | null;
  isGranted: boolean;
  hasFailed: boolean;
  /** A file that comes into the element later must sound. */
  isPlaying: boolean;
  /** The address of the file whose beginning the host knows of. */
  asked?: string;
}

interface DeckParts {
  readonly audio: HTMLAudioElement;
  readonly state: DeckState;
  readonly events: SoundEvents;
  readonly feeder: Feeder;
  readonly seeking: Seeking;
  readonly playOut: PlayOut;
  fail(kind: SoundFailure): void;
  playHls(source: AudioSource): void;
}

/** Turns the events of the element into those of a sound. */
function followElement(scope: Scope, parts: DeckParts): void {
  const { audio, state, events, feeder, seeking, playOut, fail, playHls } = parts;
  listenTo(scope, audio, {
    loadedmetadata() {
      seeking.apply();
      events.ready();
    },
    durationchange: events.ready,
    playing() {
      state.isGranted = true;
      signPlay(scope, state);
      if (!seeking.isFetchingWhole) events.started();
    },
    waiting: events.stalled,
    pause() {
      // A late event of a file that was left, or of its end, is no pause; nor is Chromium's own after an error.
      const isOwn =
        seeking.isFetchingWhole || audio.ended || audio.error || !audio.hasAttribute('src');
      if (!audio.paused || isOwn) return;
      state.isPlaying = false;
      events.paused();
    },
    seeked: events.seeked,
    ended() {
      if (playOut.isOn && (state.source?.isLive || playOut.isBefore(audio.duration))) return;
      playOut.stop();
      events.ended();
    },
    error() {
      const { source } = state;
      // Without a source the error is the release itself.
      if (!source || !audio.hasAttribute('src')) return;
      const isNetwork = audio.error?.code === MediaError.MEDIA_ERR_NETWORK;
      if (isNetwork && !audio.paused) playOut.start();
      else if (isHls(source) && !feeder.isOn) playHls(source);
      else fail(failureOf(audio, source));
    },
  });
}

/**
 * Tells the host of a file, by a request for its header, that it sounds. Until then, the host counts no download of a
 * file that its own players only fetched in advance (`docs/numbers.md`). A cache must not answer. The answer is not
 * read, so another origin need not allow it. The beginning of the sound has precedence. A stream has no header to ask
 * for: it would begin once more.
 */
function signPlay(scope: Scope, state: DeckState): void {
  const { url, isLive } = state.source ?? {};
  if (isLive || url === state.asked || !url || !isHosted(url)) return;
  state.asked = url;
  scope.timeout(() => fetch(url, { method: 'HEAD', cache: 'reload' }).catch(() => {}), 500);
}

/** In the document, so that the browser's own media controls and extensions find it. */
function addElement(scope: Scope): HTMLAudioElement {
  const audio = document.createElement('audio');
  audio.preload = 'none';
  document.body?.append(audio);
  scope.add(() => audio.remove());
  return audio;
}

function start(audio: HTMLAudioElement, onBlocked: () => void): void {
  audio.preload = 'auto';
  audio.play().catch(({ name }: DOMException) => {
    // AbortError: a pause or another file preceded the sound, which is not a failure. NotSupportedError: the
    // element's own error event reports the same, with its code.
    if (name === 'NotAllowedError') onBlocked();
  });
}

function empty(audio: HTMLAudioElement): void {
  audio.removeAttribute('src');
  audio.load();
}

function listenTo(
  scope: Scope,
  audio: HTMLAudioElement,
  listeners: Readonly<Partial<Record<keyof HTMLMediaElementEventMap, () => void>>>,
): void {
  for (const [type, run] of Object.entries(listeners)) scope.listen(audio, type, run);
}
