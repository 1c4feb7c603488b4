/** True if the browser has an audio element that plays MP3. */
export function canPlayAudio(): boolean {
  return typeof Audio === 'function' && new Audio().canPlayType('audio/mpeg') !== '';
}
