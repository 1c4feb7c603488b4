import type { Scope } from '../../lib/scope.ts';
import { failureOf, isHls } from './audio-facts.ts';
import { HLS_TYPE } from './feed.ts';
import { createFeeder } from './feeder.ts';
import { createPlayOut } from './play-out.ts';
import { createSeeking } from './seeking.ts';
import type { AudioSource, SoundEvents, SoundFailure } from './sound.ts';

/** One HTMLAudioElement and the file in it. */
export interface Deck {
  readonly audio: HTMLAudioElement;
  /** Null while released. */
  readonly source: AudioSource | null;
  /** Its file has to be loaded again before it can play. */
  readonly hasFailed: boolean;
  /** Seconds within the file: the asked-for ones until the element has got there. */
  readonly currentTime: number;
  /** Has sounded once: a browser that wants a gesture has granted it to this element. */
  readonly isGranted: boolean;
  load(source: AudioSource, fileTime: number): void;
  play(): void;
  pause(): void;
  seek(fileTime: number): void;
  /** Lets the browser fetch all of the file, or no more than it needs in order to begin. */
  fetch(preload: 'auto' | 'metadata'): void;
  release(): void;
}

export function createDeck(scope: Scope, events: SoundEvents): Deck {
  const audio = addElement(scope);
  const feeder = createFeeder(scope, audio);
  const seeking = createSeeking({
    audio,
    feeder,
    source: () => source,
    onFetch() {
      if (isPlaying) events.stalled();
      audio.pause();
    },
    onBegun: restart,
    onRefused() {
      events.seeked();
      if (isPlaying) play();
    },
    onFailed: failFed,
  });
  const playOut = createPlayOut(scope, audio, (at) => {
    seeking.set(at);
    fail('network');
  });
  let source: AudioSource | null = null;
  let isGranted = false;
  let hasFailed = false;
  /** A file that comes into the element later is to sound. */
  let isPlaying = false;

  function fail(kind: SoundFailure): void {
    hasFailed = true;
    events.failed(kind);
  }

  function failFed(kind: SoundFailure): void {
    seeking.set(seeking.target ?? audio.currentTime); // the end of the feed resets the element
    feeder.stop();
    fail(kind);
  }

  /** Some browsers play no HLS, or not this one: Chromium plays HLS with AAC, and none with MP3. */
  function playHls({ url }: AudioSource): void {
    restart();
    const nothing = () => {};
    feeder.start(import('./hls.ts'), url, { begun: nothing, refused: nothing, failed: failFed });
  }

  function restart(): void {
    empty(audio);
    if (isPlaying) play();
  }

  function reset(next: AudioSource | null): void {
    feeder.stop();
    playOut.stop();
    seeking.reset();
    source = next;
    hasFailed = false;
    isPlaying = false;
  }

  function play(): void {
    isPlaying = true;
    if (seeking.isFetchingWhole) return;
    start(audio, () => {
      isPlaying = false;
      events.blocked();
    });
  }

  listenTo(scope, audio, {
    loadedmetadata() {
      seeking.apply();
      events.ready();
    },
    durationchange: events.ready,
    playing() {
      isGranted = true;
      if (!seeking.isFetchingWhole) events.started();
    },
    waiting: events.stalled,
    pause() {
      // A late event of a file that was left, or of its end, is no pause; nor is Chromium's own after an error.
      const isOwn =
        seeking.isFetchingWhole || audio.ended || audio.error || !audio.hasAttribute('src');
      if (!audio.paused || isOwn) return;
      isPlaying = false;
      events.paused();
    },
    seeked: events.seeked,
    ended() {
      if (playOut.isOn && (source?.isLive || playOut.isBefore(audio.duration))) return;
      playOut.stop();
      events.ended();
    },
    error() {
      // Without a source the error is the release itself.
      if (!source || !audio.hasAttribute('src')) return;
      const isNetwork = audio.error?.code === MediaError.MEDIA_ERR_NETWORK;
      if (isNetwork && !audio.paused) playOut.start();
      else if (isHls(source) && !feeder.isOn) playHls(source);
      else fail(failureOf(audio, source));
    },
  });

  return {
    audio,
    get source() {
      return source;
    },
    get hasFailed() {
      return hasFailed || playOut.isOn;
    },
    get currentTime() {
      return seeking.target ?? audio.currentTime;
    },
    get isGranted() {
      return isGranted;
    },
    load(next, fileTime) {
      reset(next);
      seeking.set(fileTime || null);
      if (isHls(next) && !audio.canPlayType(HLS_TYPE)) playHls(next);
      else audio.src = next.url;
    },
    play,
    pause() {
      isPlaying = false;
      audio.pause();
    },
    seek(fileTime) {
      seeking.set(fileTime);
      if (audio.readyState > 0) seeking.apply();
    },
    fetch(preload) {
      if (audio.preload === 'auto') return;
      audio.preload = preload;
      if (source && audio.readyState === 0 && audio.paused) audio.load();
    },
    release() {
      if (!source) return;
      reset(null);
      audio.pause();
      audio.preload = 'none';
      empty(audio);
    },
  };
}

/** In the document, so that the browser's own media controls and extensions find it. */
function addElement(scope: Scope): HTMLAudioElement {
  const audio = document.createElement('audio');
  audio.preload = 'none';
  audio.hidden = true;
  document.body?.append(audio);
  scope.add(() => audio.remove());
  return audio;
}

function start(audio: HTMLAudioElement, onBlocked: () => void): void {
  audio.preload = 'auto';
  audio.play().catch((error: unknown) => {
    // AbortError: a pause or another file came before sound did, which is no failure.
    // NotSupportedError: the element's own error event reports the same, with its code.
    if (error instanceof DOMException && error.name === 'NotAllowedError') onBlocked();
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
  for (const [type, run] of Object.entries(listeners)) scope.listen(audio, type, () => run());
}
