import type { AudioSource, SoundFailure } from './sound.ts';

const HLS = /mpegurl/i;
const HLS_PATH = /\.m3u8([?#]|$)/i;

/** Decides by the media type or, if that is unknown, by the name. */
export function isHls({ url, mimeType = '' }: AudioSource): boolean {
  return HLS.test(mimeType) || HLS_PATH.test(url);
}

const HOSTED = /\/(audio\/\w{64}|episodes\/.+\/(play|ondemand))\./;

/** True for an address like those that an Earshot host gives its audio, on whatever origin. */
export const isHosted = (url: string): boolean => HOSTED.test(url);

/** True if the element can move there. A second beyond the end counts as the end. */
export function canSeek({ seekable, duration }: HTMLAudioElement, target: number): boolean {
  const end = seekable.length > 0 ? seekable.end(seekable.length - 1) : 0;
  return target <= end || end > duration - 1;
}

/** The reason why an element has stopped, if it gives one. */
export function failureOf(audio: HTMLAudioElement, { mimeType }: AudioSource): SoundFailure {
  if (audio.error?.code === MediaError.MEDIA_ERR_NETWORK || navigator.onLine === false) {
    return 'network';
  }
  // Some browsers do not name the fault of a file, but they know the types that they play.
  return mimeType && !audio.canPlayType(mimeType) ? 'unsupported' : 'failed';
}
