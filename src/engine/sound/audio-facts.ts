import type { AudioSource, SoundFailure } from './sound.ts';

const HLS = /mpegurl/i;
const HLS_PATH = /\.m3u8([?#]|$)/i;

/** By its type or, where that is not told, by its name. */
export function isHls({ url, mimeType = '' }: AudioSource): boolean {
  return HLS.test(mimeType) || HLS_PATH.test(url);
}

/** Whether the element can go there. A second beyond the end it can: it goes to the end. */
export function canSeek({ seekable, duration }: HTMLAudioElement, target: number): boolean {
  const end = seekable.length > 0 ? seekable.end(seekable.length - 1) : 0;
  return target <= end || end > duration - 1;
}

/** Why an element has stopped, as far as it tells. */
export function failureOf(audio: HTMLAudioElement, { mimeType }: AudioSource): SoundFailure {
  if (audio.error?.code === MediaError.MEDIA_ERR_NETWORK || navigator.onLine === false) {
    return 'network';
  }
  // A browser that can't name the fault of a file at least knows which types it does not play.
  return mimeType && !audio.canPlayType(mimeType) ? 'unsupported' : 'failed';
}
