import { AUDIO_SETUP_TIMEOUT_MS } from '../../contract/limits.ts';
import type { Scope } from '../../lib/scope.ts';
import { canSeek, failureOf, isHls } from './audio-facts.ts';
import { type Feed, HLS_TYPE } from './feed.ts';
import type { AudioSource, SoundEvents, SoundFailure } from './sound.ts';

/** One HTMLAudioElement and the file in it. */
export interface Deck {
  readonly audio: HTMLAudioElement;
  /** Null while released. */
  readonly source: AudioSource | null;
  /** What is in it has to be loaded anew to be played. */
  readonly hasFailed: boolean;
  /** Seconds within the file: the asked-for ones until the element has got there. */
  readonly currentTime: number;
  /** Has sounded once: browsers that want a gesture have granted it to this element. */
  readonly isGranted: boolean;
  load(source: AudioSource, fileTime: number): void;
  play(): void;
  pause(): void;
  seek(fileTime: number): void;
  /** Lets the browser fetch, if it does not yet. */
  fetch(): void;
  release(): void;
}

const SEEK_TOLERANCE_S = 0.01;
/** Longer than any browser takes to tell a new time. */
const STANDSTILL_MS = 500;
const END_TOLERANCE_S = 1;

export function createDeck(scope: Scope, events: SoundEvents): Deck {
  const audio = document.createElement('audio');
  audio.preload = 'none';
  audio.hidden = true;
  // In the document, so that the browser's own media controls and extensions find it.
  document.body?.append(audio);
  scope.add(() => audio.remove());

  let source: AudioSource | null = null;
  let isGranted = false;
  let hasFailed = false;
  /** Pressed: what comes into the element later is to sound. */
  let isPlaying = false;
  let isFetchingWhole = false;
  /** What sounds is brought by a script. */
  let isFed = false;
  /** Where the sound was last, while it plays what it still has of a lost file; else null. */
  let heardTo: number | null = null;
  let stopListening = () => {};
  // A seek before the metadata: browsers differ in whether they keep it, so it is kept here.
  let pendingSeek: number | null = null;
  let detach = () => {};

  const currentTime = () => pendingSeek ?? audio.currentTime;

  function fail(kind: SoundFailure): void {
    stopListening();
    hasFailed = true;
    events.failed(kind);
  }

  function applyPendingSeek(): void {
    if (pendingSeek === null || isFetchingWhole) return;
    if (!isFed && !canSeek(audio, pendingSeek)) {
      seekInWhole();
      return;
    }
    const target = pendingSeek;
    pendingSeek = null;
    if (Math.abs(audio.currentTime - target) > SEEK_TOLERANCE_S) audio.currentTime = target;
  }

  /**
   * Where a server knows no ranges, Chromium can but start over, and Firefox seek in what it has already. So the whole
   * file is fetched; where its host gives it to no script, the sound goes on as if nobody had sought.
   */
  function seekInWhole(): void {
    isFetchingWhole = true;
    attach(import('./whole-file.ts'));
  }

  function attach(module: Promise<{ feed: Feed }>): void {
    detach();
    isFed = true;
    const attached = scope.child();
    detach = attached.dispose;
    const failed = (kind: SoundFailure) => {
      pendingSeek = currentTime(); // letting go of it resets the element
      detach();
      fail(kind);
    };
    const cancelTimeout = attached.timeout(() => failed('setup'), AUDIO_SETUP_TIMEOUT_MS);
    module.then(
      ({ feed }) => {
        cancelTimeout();
        if (attached.disposed || !source) return;
        const end = feed(audio, source.url, { begun, refused, failed });
        attached.add(end);
      },
      () => attached.disposed || failed('network'),
    );
  }

  /**
   * Firefox tells of a lost connection at once, and plays on what it has. Then it stands still without a word, or
   * claims to be at the end.
   */
  function playOut(): void {
    heardTo = audio.currentTime;
    stopListening = scope.interval(() => {
      if (!audio.ended && audio.currentTime !== heardTo) {
        heardTo = audio.currentTime;
        return;
      }
      pendingSeek = heardTo;
      fail('network');
    }, STANDSTILL_MS);
  }

  const isLost = () =>
    heardTo !== null && (source?.isLive === true || heardTo < audio.duration - END_TOLERANCE_S);

  /** Where the browser does not, or not this one: Chromium plays HLS with AAC, and none with MP3. */
  function playHls(): void {
    begun();
    attach(import('./hls.ts'));
  }

  function begun(): void {
    isFetchingWhole = false;
    empty();
    if (isPlaying) play();
  }

  function refused(): void {
    isFetchingWhole = false;
    isFed = false;
    pendingSeek = null;
    events.seeked();
  }

  function reset(next: AudioSource | null): void {
    detach();
    stopListening();
    source = next;
    hasFailed = false;
    isPlaying = false;
    isFetchingWhole = false;
    isFed = false;
    heardTo = null;
    pendingSeek = null;
  }

  function empty(): void {
    audio.removeAttribute('src');
    audio.load();
  }

  function play(): void {
    isPlaying = true;
    audio.preload = 'auto';
    audio.play().catch((error: unknown) => {
      // AbortError: a pause or another file came before sound did, which is no failure.
      // NotSupportedError: the element's own error event tells the same, with its code.
      if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return;
      isPlaying = false;
      events.blocked();
    });
  }

  function pause(): void {
    isPlaying = false;
    audio.pause();
  }

  const listen = (type: string, run: () => void) => scope.listen(audio, type, run);
  listen('loadedmetadata', () => {
    applyPendingSeek();
    events.ready();
  });
  listen('durationchange', () => events.ready());
  listen('playing', () => {
    isGranted = true;
    events.started();
  });
  listen('waiting', () => events.stalled());
  listen('pause', () => {
    // Late news of a file that has been left, or of its end, is no pause; nor is Chromium's own after an error.
    if (!audio.paused || audio.ended || audio.error || !audio.hasAttribute('src')) return;
    isPlaying = false;
    events.paused();
  });
  listen('seeked', () => events.seeked());
  listen('ended', () => {
    if (isLost()) return;
    stopListening();
    events.ended();
  });
  listen('error', () => {
    // Without a source the error is the release itself.
    if (!source || !audio.hasAttribute('src')) return;
    const isNetwork = audio.error?.code === MediaError.MEDIA_ERR_NETWORK;
    if (isNetwork && !audio.paused) playOut();
    else if (isHls(source) && !isFed) playHls();
    else fail(failureOf(audio, source));
  });

  return {
    audio,
    get source() {
      return source;
    },
    get hasFailed() {
      return hasFailed || heardTo !== null;
    },
    get currentTime() {
      return currentTime();
    },
    get isGranted() {
      return isGranted;
    },
    load(next, fileTime) {
      reset(next);
      pendingSeek = fileTime || null;
      if (isHls(next) && !audio.canPlayType(HLS_TYPE)) playHls();
      else audio.src = next.url;
    },
    play,
    pause,
    seek(fileTime) {
      pendingSeek = fileTime;
      if (audio.readyState > 0) applyPendingSeek();
    },
    fetch() {
      if (audio.preload === 'auto') return;
      audio.preload = 'auto';
      if (source && audio.readyState === 0 && audio.paused) audio.load();
    },
    release() {
      if (!source) return;
      reset(null);
      audio.pause();
      audio.preload = 'none';
      empty();
    },
  };
}
