/// <reference path="./hls-light.d.ts" />
import Hls from 'hls.js/light';
import type { Feed } from './feed.ts';

/** Plays an HLS stream where the browser does not: Firefox, and Chromium before version 142. */
export const feed: Feed = (audio, url, { failed }) => {
  if (!Hls.isSupported()) {
    failed('unsupported');
    return () => {};
  }
  const hls = new Hls();
  hls.on(Hls.Events.ERROR, (_, { fatal, type, response }) => {
    if (!fatal) return;
    const isRefused = (response?.code ?? 0) >= 400 && audio.readyState === 0;
    failed(type === Hls.ErrorTypes.NETWORK_ERROR && !isRefused ? 'network' : 'failed');
  });
  hls.loadSource(url);
  hls.attachMedia(audio);
  return () => hls.destroy();
};
