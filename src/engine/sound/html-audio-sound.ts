import { createScope } from '../../lib/scope.ts';
import type { CreateSound, SoundEvents } from './sound.ts';

/** True where the browser has an audio element that plays MP3 at all. */
export function canPlayAudio(): boolean {
  return typeof Audio === 'function' && new Audio().canPlayType('audio/mpeg') !== '';
}

/**
 * Sound through one HTMLAudioElement for the whole life of the player: browsers that want a gesture grant
 * it to the element, so a new one for each episode would stop between two of them.
 */
export const createHtmlAudioSound: CreateSound = (events) => {
  const scope = createScope();
  const audio = document.createElement('audio');
  audio.preload = 'none';
  audio.hidden = true;
  // In the document, so that the browser's own media controls and extensions find it.
  document.body?.append(audio);

  let url = '';
  let rate = 1;
  // A seek before the metadata: browsers differ in whether they keep it, so it is kept here.
  let pendingSeek: number | null = null;

  const applyPendingSeek = () => {
    if (pendingSeek === null) return;
    const target = pendingSeek;
    pendingSeek = null;
    if (Math.abs(audio.currentTime - target) > 0.01) audio.currentTime = target;
  };

  relay(scope.listen, audio, events, applyPendingSeek);

  return {
    get currentTime() {
      return pendingSeek ?? audio.currentTime;
    },
    get duration() {
      return audio.duration;
    },
    get bufferedEnd() {
      const { buffered } = audio;
      for (let i = 0; i < buffered.length; i++) {
        if (audio.currentTime <= buffered.end(i)) return buffered.end(i);
      }
      return audio.currentTime;
    },
    open(nextUrl, fileTime) {
      if (nextUrl !== url || audio.error) {
        url = nextUrl;
        audio.src = nextUrl;
        audio.playbackRate = rate;
        pendingSeek = fileTime || null;
        return;
      }
      this.seek(fileTime);
    },
    play() {
      audio.preload = 'auto';
      audio.play().catch((error: unknown) => onRefused(error, events));
    },
    pause() {
      audio.pause();
    },
    seek(fileTime) {
      pendingSeek = fileTime;
      if (audio.readyState > 0) applyPendingSeek();
    },
    warmUp() {
      if (audio.preload === 'auto') return;
      audio.preload = 'auto';
      if (url && audio.readyState === 0 && audio.paused) audio.load();
    },
    setVolume(fraction) {
      audio.volume = fraction;
      audio.muted = fraction === 0; // iOS ignores the volume, but not this
    },
    setRate(nextRate) {
      rate = nextRate;
      audio.preservesPitch = true;
      audio.defaultPlaybackRate = rate;
      audio.playbackRate = rate;
    },
    release() {
      if (!url) return;
      url = '';
      pendingSeek = null;
      audio.pause();
      audio.removeAttribute('src');
      audio.preload = 'none';
      audio.load();
    },
    destroy() {
      scope.dispose();
      this.release();
      audio.remove();
    },
  };
};

function onRefused(error: unknown, events: SoundEvents): void {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') events.blocked();
  // AbortError: a pause or another file came before sound did, which is no failure.
  // NotSupportedError: the element's own error event tells the same, with its code.
}

function relay(
  listen: ReturnType<typeof createScope>['listen'],
  audio: HTMLAudioElement,
  events: SoundEvents,
  onMetadata: () => void,
): void {
  listen(audio, 'loadedmetadata', () => {
    onMetadata();
    events.ready();
  });
  listen(audio, 'durationchange', () => events.ready());
  listen(audio, 'playing', () => events.started());
  listen(audio, 'waiting', () => events.stalled());
  listen(audio, 'pause', () => {
    // Late news of a file that has been left, or of its end, is no pause.
    if (audio.paused && !audio.ended && audio.hasAttribute('src')) events.paused();
  });
  listen(audio, 'seeked', () => events.seeked());
  listen(audio, 'ended', () => events.ended());
  listen(audio, 'error', () => {
    // Without a source the error is the release itself.
    if (!audio.hasAttribute('src')) return;
    const isUndecodable = audio.error?.code === MediaError.MEDIA_ERR_DECODE;
    events.failed(isUndecodable ? 'unsupported' : 'failed');
  });
}
