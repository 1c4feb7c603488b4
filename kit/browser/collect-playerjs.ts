import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import type { PlayerAddress } from '../discover.ts';
import { type FramedPlayer, type Heard, openHostPage, serveHostPage } from './host-page.ts';

const READY_MS = 8_000;
const ANSWER_MS = 2_500;
const SOUND_MS = 8_000;
const PLAYED_MS = 1_500; // several times as long as players wait between two reports of the time
export const VOLUME = 37;

export interface ReadyValue {
  src?: unknown;
  events?: unknown;
  methods?: unknown;
}

/** The answers of a player to a page that speaks Player.js. Undefined stands for no answer. */
export interface PlayerJsFacts {
  url: string;
  ready: Heard | undefined;
  methods: readonly string[];
  events: readonly string[];
  /** Events that came before any listener was added. */
  early: readonly string[];
  /** The answer to each getter, in a fresh player. */
  first: Readonly<
    Record<
      'getPaused' | 'getDuration' | 'getCurrentTime' | 'getVolume' | 'getMuted',
      Heard | undefined
    >
  >;
  volume: Heard | undefined;
  muted: Heard | undefined;
  unmuted: Heard | undefined;
  /** Whether nonsense and messages of others change nothing. */
  pausedAfterNonsense: Heard | undefined;
  play: Heard | undefined;
  pausedWhilePlaying: Heard | undefined;
  times: readonly Heard[];
  /** The time before and after a seek to `target` seconds. */
  target: number;
  soughtTime: Heard | undefined;
  pause: Heard | undefined;
  pausedAtEnd: Heard | undefined;
  /** Reports of the time after its listener was removed, while playing. */
  timesAfterRemoval: number;
  ended: Heard | undefined;
  loop: Heard | undefined;
  unknownMethod: Heard | undefined;
  rate: Heard | undefined;
  /** Errors that the player reported, as text. */
  errors: readonly string[];
}

/** Frames the player in a page, and tries the whole protocol. Takes about 15 seconds. */
export async function collectPlayerJs(
  browser: Browser,
  player: PlayerAddress,
): Promise<PlayerJsFacts> {
  const server = await serveHostPage(player);
  const context = await browser.newContext();
  try {
    return await converse(await openHostPage(context, server.url), player.url);
  } finally {
    await context.close();
    await server.close();
  }
}

async function converse(host: FramedPlayer, url: string): Promise<PlayerJsFacts> {
  const ready = await waitFor(host, ({ event }) => event === 'ready', READY_MS);
  const { methods, events } = namesIn(ready?.value);
  const early = (await host.heard()).map(({ event }) => String(event));
  const talk = createTalk(host);
  await talk.listen('error', 'kit-error');
  const first = {
    getPaused: await talk.get('getPaused'),
    getDuration: await talk.getWhen('getDuration', (value) => Number(value) > 0),
    getCurrentTime: await talk.get('getCurrentTime'),
    getVolume: await talk.get('getVolume'),
    getMuted: await talk.get('getMuted'),
  };
  await host.say('{ not JSON');
  await host.say(JSON.stringify({ context: 'another', method: 'play' }));
  await host.say(JSON.stringify(null));
  await sleep(300);
  const pausedAfterNonsense = await talk.get('getPaused');
  const settings = await trySettings(talk);
  const playing = await tryPlaying(host, talk, Number(first.getDuration?.value) || 0);
  await host.say({ method: 'setPlaybackRate', value: 1.5 });
  const isSilent = !events.includes('playbackratechange');
  const heard = await host.heard();
  return {
    ...{ url, ready, methods, events, early, first, pausedAfterNonsense },
    ...settings,
    ...playing,
    rate: isSilent ? undefined : await waitFor(host, isEvent('playbackratechange'), ANSWER_MS),
    errors: heard.filter(isEvent('error')).map(({ value }) => JSON.stringify(value)),
  };
}

async function trySettings(talk: Talk) {
  await talk.say('setVolume', VOLUME);
  const volume = await talk.getWhen('getVolume', (value) => value === VOLUME);
  await talk.say('mute');
  const muted = await talk.getWhen('getMuted', (value) => value === true);
  await talk.say('unmute');
  const unmuted = await talk.getWhen('getMuted', (value) => value === false);
  await talk.say('setLoop', true);
  const loop = await talk.getWhen('getLoop', (value) => value === true);
  await talk.say('setLoop', false);
  await talk.say('noSuchMethod');
  const unknownMethod = await waitFor(talk.host, isEvent('error'), ANSWER_MS / 2);
  return { volume, muted, unmuted, loop, unknownMethod };
}

async function tryPlaying(host: FramedPlayer, talk: Talk, duration: number) {
  for (const event of ['play', 'pause', 'timeupdate', 'ended', 'playbackratechange'])
    await talk.listen(event, `kit-${event}`);
  await talk.say('play');
  const play = await waitFor(host, isEvent('play'), SOUND_MS);
  await waitFor(host, isEvent('timeupdate'), play ? SOUND_MS : 0);
  const pausedWhilePlaying = await talk.getWhen('getPaused', (value) => value === false);
  await sleep(PLAYED_MS);
  const times = (await host.heard()).filter(isEvent('timeupdate'));
  const target = Math.floor(duration / 2);
  await talk.say('setCurrentTime', target);
  const soughtTime = await talk.getWhen('getCurrentTime', (value) => isNear(value, target));
  await talk.say('pause');
  const pause = await waitFor(host, isEvent('pause'), ANSWER_MS);
  const pausedAtEnd = await talk.getWhen('getPaused', (value) => value === true);
  await host.say({
    method: 'removeEventListener',
    value: 'timeupdate',
    listener: 'kit-timeupdate',
  });
  await talk.say('play');
  await sleep(300);
  const before = (await host.heard()).filter(isEvent('timeupdate')).length;
  await sleep(PLAYED_MS);
  const timesAfterRemoval = (await host.heard()).filter(isEvent('timeupdate')).length - before;
  await talk.say('setCurrentTime', Math.max(0, duration - 1));
  const ended = duration > 0 ? await waitFor(host, isEvent('ended'), SOUND_MS) : undefined;
  return {
    ...{ play, pausedWhilePlaying, times, target, soughtTime, pause, pausedAtEnd },
    ...{ timesAfterRemoval, ended },
  };
}

/** Seconds between a sought time and the time that a playing player then reports. */
const NEAR_S = 4;
export const isNear = (value: unknown, target: number): boolean =>
  typeof value === 'number' && value >= target - 1 && value <= target + NEAR_S;

const isEvent = (name: string) => (heard: Heard) =>
  heard.event === name && heard.listener === `kit-${name}`;

type Talk = ReturnType<typeof createTalk>;

function createTalk(host: FramedPlayer) {
  let asked = 0;
  /** Asks once under a name of its own, and waits for the answer with this name. */
  async function get(method: string, waitMs = ANSWER_MS): Promise<Heard | undefined> {
    asked += 1;
    const listener = `kit-${method}-${asked}`;
    await host.say({ method, listener });
    return waitFor(host, (heard) => heard.event === method && heard.listener === listener, waitMs);
  }
  return {
    host,
    get,
    say: (method: string, value?: unknown) =>
      host.say({ method, ...(value === undefined ? {} : { value }) }),
    listen: (event: string, listener: string) =>
      host.say({ method: 'addEventListener', value: event, listener }),
    /** Asks until the value is the wanted one, and returns the last answer. */
    async getWhen(method: string, isWanted: (value: unknown) => boolean) {
      const giveUpAt = performance.now() + ANSWER_MS;
      for (;;) {
        const answer = await get(method, Math.max(300, giveUpAt - performance.now()));
        if ((answer && isWanted(answer.value)) || performance.now() > giveUpAt) return answer;
        await sleep(100);
      }
    },
  };
}

async function waitFor(
  host: FramedPlayer,
  isWanted: (heard: Heard) => boolean,
  timeoutMs: number,
): Promise<Heard | undefined> {
  const giveUpAt = performance.now() + timeoutMs;
  for (;;) {
    const found = (await host.heard()).find(isWanted);
    if (found || performance.now() >= giveUpAt) return found;
    await sleep(50);
  }
}

function namesIn(value: unknown) {
  const { methods, events } = (value ?? {}) as ReadyValue;
  const names = (list: unknown) => (Array.isArray(list) ? list.map(String) : []);
  return { methods: names(methods), events: names(events) };
}
