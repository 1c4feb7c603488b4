/// <reference path="./hls-light.d.ts" />
import Hls from 'hls.js/light';
import { HLS_TYPE, type SoundFeed } from './sound-feed.ts';

/** Of a stream that has not begun: the library would repeat a missing file for a minute. */
const REFUSALS_MAX = 3;

/** Plays an HLS stream that the browser does not support: all in Firefox, and some in Chromium. */
export const feed: SoundFeed = (audio, url, { failed }) => {
  if (!Hls.isSupported()) {
    failed(audio.canPlayType(HLS_TYPE) ? 'failed' : 'unsupported');
    return () => {};
  }
  // The worker of hls.js is a text that becomes a script. In browsers that can forbid this, the page parses the sound
  // itself.
  const hls = new Hls({ enableWorker: !('trustedTypes' in globalThis) });
  let refusals = 0;
  hls.on(Hls.Events.ERROR, (_, { fatal, type, response }) => {
    // The server has answered, but not with sound: the station is broken, and the listener's network is not.
    const isRefused = (response?.code ?? 0) > 0 && audio.readyState === 0;
    if (isRefused) refusals += 1;
    if (!fatal && refusals < REFUSALS_MAX) return;
    failed(type === Hls.ErrorTypes.NETWORK_ERROR && !isRefused ? 'network' : 'failed');
  });
  hls.loadSource(url);
  hls.attachMedia(audio);
  return () => hls.destroy();
};
