import type { Scope } from '../../lib/scope.ts';
import { attachHls } from './hls.ts';
import type { AudioSource, SoundEvents, SoundFailure } from './sound.ts';

/** One HTMLAudioElement and the file in it. */
export interface Deck {
  readonly audio: HTMLAudioElement;
  /** Null while released. */
  readonly source: AudioSource | null;
  /** Seconds within the file: the asked-for ones until the element has got there. */
  readonly currentTime: number;
  /** Has sounded once: browsers that want a gesture have granted it to this element. */
  readonly isGranted: boolean;
  load(source: AudioSource, fileTime: number): void;
  play(): void;
  seek(fileTime: number): void;
  /** Lets the browser fetch, if it does not yet. */
  fetch(): void;
  release(): void;
}

const SEEK_TOLERANCE_S = 0.01;
const HLS = /mpegurl/i;
const HLS_PATH = /\.m3u8([?#]|$)/i;

export function createDeck(scope: Scope, events: SoundEvents): Deck {
  const audio = document.createElement('audio');
  audio.preload = 'none';
  audio.preservesPitch = true;
  audio.hidden = true;
  // In the document, so that the browser's own media controls and extensions find it.
  document.body?.append(audio);
  scope.add(() => audio.remove());

  let source: AudioSource | null = null;
  let isGranted = false;
  let detachHls = () => {};
  // A seek before the metadata: browsers differ in whether they keep it, so it is kept here.
  let pendingSeek: number | null = null;

  const applyPendingSeek = () => {
    if (pendingSeek === null) return;
    const target = pendingSeek;
    pendingSeek = null;
    if (Math.abs(audio.currentTime - target) > SEEK_TOLERANCE_S) audio.currentTime = target;
  };

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
    // Late news of a file that has been left, or of its end, is no pause.
    if (audio.paused && !audio.ended && audio.hasAttribute('src')) events.paused();
  });
  listen('seeked', () => events.seeked());
  listen('ended', () => events.ended());
  listen('error', () => {
    // Without a source the error is the release itself.
    if (audio.hasAttribute('src')) events.failed(failureOf(audio, source));
  });

  function release(): void {
    detachHls();
    detachHls = () => {};
    if (!source) return;
    source = null;
    pendingSeek = null;
    audio.pause();
    audio.removeAttribute('src');
    audio.preload = 'none';
    audio.load();
  }

  return {
    audio,
    get source() {
      return source;
    },
    get currentTime() {
      return pendingSeek ?? audio.currentTime;
    },
    get isGranted() {
      return isGranted;
    },
    load(next, fileTime) {
      const { playbackRate } = audio;
      detachHls();
      source = next;
      pendingSeek = fileTime || null;
      if (isHls(next) && !audio.canPlayType('application/vnd.apple.mpegurl')) {
        detachHls = attachHls(audio, next.url, (kind) => events.failed(kind));
      } else {
        detachHls = () => {};
        audio.src = next.url;
      }
      // A new source starts at the default rate.
      audio.playbackRate = playbackRate;
    },
    play() {
      audio.preload = 'auto';
      audio.play().catch((error: unknown) => {
        if (error instanceof DOMException && error.name === 'NotAllowedError') events.blocked();
        // AbortError: a pause or another file came before sound did, which is no failure.
        // NotSupportedError: the element's own error event tells the same, with its code.
      });
    },
    seek(fileTime) {
      pendingSeek = fileTime;
      if (audio.readyState > 0) applyPendingSeek();
    },
    fetch() {
      if (audio.preload === 'auto') return;
      audio.preload = 'auto';
      if (source && audio.readyState === 0 && audio.paused) audio.load();
    },
    release,
  };
}

const isHls = ({ url, mimeType = '' }: AudioSource) => HLS.test(mimeType) || HLS_PATH.test(url);

function failureOf(audio: HTMLAudioElement, source: AudioSource | null): SoundFailure {
  if (audio.error?.code === MediaError.MEDIA_ERR_NETWORK || navigator.onLine === false) {
    return 'network';
  }
  // A browser that can't name the fault of a file at least knows which types it does not play.
  return source?.mimeType && !audio.canPlayType(source.mimeType) ? 'unsupported' : 'failed';
}
