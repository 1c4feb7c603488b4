// Runs in the page: seeks a bare element and the engine to the same places, and records the sound that follows.
import { createPlayer } from 'earshot';
import {
  createBareAudio,
  createTap,
  packSamples,
  SAMPLE_RATE,
  startContext,
  tapNewElements,
  wait,
} from './sound-tap.mjs';

const SETTLE_MS = 200;
const LISTEN_MS = 550;
const PATIENCE_MS = 2_500;
const GIVE_UP_AFTER = 3; // seeks in a row that end in silence

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const within = (promise, milliseconds) =>
  Promise.race([promise.then(() => true), wait(milliseconds).then(() => false)]);

function bareFace(tap, url) {
  const audio = createBareAudio();
  tap.add(audio);
  audio.src = url;
  return {
    tap,
    start: () => audio.play(),
    seek: (seconds) => {
      const seeked = new Promise((resolve) =>
        audio.addEventListener('seeked', resolve, { once: true }),
      );
      audio.currentTime = seconds;
      if (audio.paused) audio.play().catch(() => {});
      return seeked;
    },
    read: () => audio.currentTime,
    isPlaying: () => !audio.paused && !audio.ended,
    duration: () => audio.duration,
  };
}

function engineFace(tap, episode) {
  tapNewElements(tap);
  const player = createPlayer({ apiUrl: location.origin, culture: 'en' });
  player.adopt(episode);
  // The caller watches the clock to see whether playback starts.
  const play = () => Promise.resolve(player.play()).catch(() => {});
  return {
    tap,
    start: async () => play(),
    seek: (seconds) => {
      const seeked = new Promise((resolve) => {
        const off = player.on('seeked', () => resolve(off()));
      });
      player.seek(seconds);
      play();
      return seeked;
    },
    read: () => player.getSnapshot().currentTime,
    subscribe: player.subscribe,
    isPlaying: () => player.getSnapshot().state === 'playing',
    duration: () => player.getSnapshot().duration,
  };
}

/**
 * How far a clock is ahead of the wall clock: the median over the moments at which it changed. A clock without
 * `subscribe` is polled.
 */
async function compareClock({ read, subscribe }) {
  let last = read();
  const ahead = [];
  const note = () => {
    const value = read();
    if (value !== last) ahead.push(value - performance.now() / 1000);
    last = value;
  };
  const stop = subscribe?.(note);
  const end = performance.now() + LISTEN_MS;
  while (performance.now() < end) {
    await wait(2);
    if (!stop) note();
  }
  stop?.();
  return ahead.length < 3 ? null : median(ahead);
}

/** The time that a player claims and the samples that it plays; null if it stands still. */
async function listen(context, face) {
  const clocks = [{ read: () => context.currentTime }, face];
  const [wall, claimed] = await Promise.all(clocks.map(compareClock));
  if (wall === null || claimed === null || !face.isPlaying()) return null;
  const count = SAMPLE_RATE / 2;
  const from = face.tap.end() - count;
  return {
    claimed: from / SAMPLE_RATE - wall + claimed,
    samples: packSamples(face.tap.take(from, count)),
  };
}

async function measureFace(context, face, positions) {
  const isStarted = await within(
    face.start().then(
      async () => {
        while (face.read() < 0.05) await wait(20);
      },
      () => new Promise(() => {}),
    ),
    PATIENCE_MS,
  );
  if (!isStarted) return null;
  await wait(SETTLE_MS);
  const unseeked = await listen(context, face);
  const seeks = [];
  for (const position of positions) {
    if (
      seeks.length >= GIVE_UP_AFTER &&
      seeks.slice(-GIVE_UP_AFTER).every(({ claimed }) => claimed === undefined)
    )
      break;
    const startedAt = performance.now();
    const isSeeked = await within(face.seek(position), PATIENCE_MS);
    const took = performance.now() - startedAt;
    await wait(SETTLE_MS);
    seeks.push({ position, took, ...(isSeeked ? await listen(context, face) : null) });
  }
  return { unseeked, seeks, duration: face.duration() };
}

export async function measureSeeks({ url, episode, positions }) {
  const context = await startContext();
  const [bare, engine] = await Promise.all([
    measureFace(context, bareFace(createTap(context), url), positions),
    measureFace(context, engineFace(createTap(context), episode), positions),
  ]);
  await context.close();
  return { bare, engine };
}
