/// <reference path="./hls-light.d.ts" />
import Hls from 'hls.js/light';
import { type Feed, HLS_TYPE } from './feed.ts';

/** Plays an HLS stream that the browser does not support: all in Firefox, and some in Chromium. */
export const feed: Feed = (audio, url, { failed }) => {
  if (!Hls.isSupported()) {
    failed(audio.canPlayType(HLS_TYPE) ? 'failed' : 'unsupported');
    return () => {};
  }
  // The worker of hls.js is a text that becomes a script. In browsers that can forbid this, the page parses the sound
  // itself.
  const hls = new Hls({ enableWorker: !('trustedTypes' in globalThis) });
  hls.on(Hls.Events.ERROR, (_, { fatal, type, response }) => {
    if (!fatal) return;
    const isRefused = (response?.code ?? 0) >= 400 && audio.readyState === 0;
    failed(type === Hls.ErrorTypes.NETWORK_ERROR && !isRefused ? 'network' : 'failed');
  });
  hls.loadSource(url);
  hls.attachMedia(audio);
  return () => hls.destroy();
};
