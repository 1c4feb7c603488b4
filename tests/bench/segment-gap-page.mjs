// Runs in the page: plays an episode that is cut together from two files, and returns the samples that were heard.
import {
  createTap,
  packSamples,
  SAMPLE_RATE,
  startContext,
  tapNewElements,
  wait,
} from './sound-tap.mjs';

const PATIENCE_MS = 15_000;

/** Each player plays the cuts `{ url, from, to }` (seconds of a file) one after another, and resolves after the last. */
const PLAYERS = {
  async engine({ episode }) {
    const { createPlayer } = await import('earshot');
    const player = createPlayer({ apiUrl: location.origin, culture: 'en' });
    const isOver = new Promise((resolve) => player.on('ended', resolve));
    player.adopt(episode);
    player.play();
    await isOver;
    player.destroy();
  },

  /** One element whose `src` is swapped on `timeupdate` and `ended`. */
  async naive({ cuts }) {
    const audio = document.createElement('audio');
    for (const { url, from, to } of cuts) {
      const isOver = new Promise((resolve) => {
        const check = () => audio.currentTime >= to && resolve();
        audio.addEventListener('timeupdate', check);
        audio.addEventListener('ended', resolve, { once: true });
      });
      audio.src = url;
      if (from > 0) audio.currentTime = from;
      await audio.play();
      await isOver;
    }
    audio.pause();
  },

  'howler html5': (job) => playWithHowler(job, true),
  'howler webaudio': (job) => playWithHowler(job, false),
};

async function playWithHowler({ cuts, howler }, html5) {
  await new Promise((resolve, reject) => {
    const script = document.createElement('script');
    Object.assign(script, { src: howler, onload: resolve, onerror: reject });
    document.head.append(script);
  });
  const { Howl, Howler } = window;
  const howls = new Map();
  for (const { url } of cuts) {
    if (howls.has(url)) continue;
    const format = [/\.(\w+)(\?|$)/.exec(url)[1]];
    const sprite = Object.fromEntries(
      cuts
        .map((cut, at) => [at, cut])
        .filter(([, cut]) => cut.url === url)
        .map(([at, { from, to }]) => [at, [from * 1000, (to - from) * 1000]]),
    );
    const howl = new Howl({ src: [url], html5, format, sprite, preload: true });
    if (howl.state() !== 'loaded') await new Promise((resolve) => howl.once('load', resolve));
    howls.set(url, howl);
  }
  if (!html5) Howler.masterGain.connect(window.benchTap.input);
  for (const [at, { url }] of cuts.entries()) {
    const howl = howls.get(url);
    await new Promise((resolve) => {
      howl.once('end', resolve);
      howl.play(String(at));
    });
  }
}

export async function playCuts(job) {
  const context = await startContext();
  const tap = createTap(context, 60);
  window.benchTap = tap;
  tapNewElements(tap);
  // Howler would create and close its own context. It uses this one instead, so that its sound can be recorded.
  window.AudioContext = function AudioContext() {
    return context;
  };
  context.close = async () => {};
  const from = tap.end();
  const isOver = await Promise.race([
    PLAYERS[job.player](job).then(() => true),
    wait(PATIENCE_MS).then(() => false),
  ]);
  await wait(200);
  return { isOver, samples: packSamples(tap.take(from, tap.end() - from)), rate: SAMPLE_RATE };
}
