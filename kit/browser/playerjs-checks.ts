import { type Check, failed, passed, skipped, type Verdict, verdictOf } from '../check.ts';
import { isNear, type PlayerJsFacts, type ReadyValue, VOLUME } from './collect-playerjs.ts';
import type { Heard } from './host-page.ts';

const SPEC = 'https://github.com/embedly/player.js/blob/master/SPEC.rst';
const NOT_READY = 'The player sends no "ready".';
const REQUIRED_METHODS = ['play', 'pause', 'getPaused', 'addEventListener', 'removeEventListener'];
const EXPECTED_METHODS = [
  ...['getDuration', 'getCurrentTime', 'setCurrentTime'],
  ...['getVolume', 'setVolume', 'mute', 'unmute', 'getMuted'],
];
const REQUIRED_EVENTS = ['ready', 'play', 'pause', 'timeupdate', 'ended'];
const STANDARD_EVENTS = ['play', 'pause', 'timeupdate', 'progress', 'ended', 'seeked', 'error'];

const show = (value: unknown) => JSON.stringify(value) ?? 'nothing';

interface ReadyCheck extends Pick<Check<PlayerJsFacts>, 'id' | 'level' | 'says' | 'fix'> {
  anchor?: string;
  /** The methods that a player needs for it. Without them, the check is skipped. */
  needs?: readonly string[];
  /** Returns an empty text for a good player. */
  complain(facts: PlayerJsFacts): string;
}

/** A check of a player that has reported ready. */
function ofReady(check: ReadyCheck): Check<PlayerJsFacts> {
  const { anchor = 'methods-1', needs = [], complain, ...info } = check;
  return {
    ...info,
    source: `${SPEC}#${anchor}`,
    look(facts): Verdict {
      if (!facts.ready) return skipped(NOT_READY);
      const missing = needs.filter((name) => !facts.methods.includes(name));
      if (missing.length > 0) return skipped(`The player does not list ${missing.join(', ')}.`);
      return verdictOf(complain(facts));
    },
  };
}

function complaintAboutValue(
  answer: Heard | undefined,
  isRight: (value: unknown) => boolean,
  wanted: string,
): string {
  if (!answer) return 'There was no answer with the name of the listener.';
  return isRight(answer.value) ? '' : `The value is ${show(answer.value)} instead of ${wanted}.`;
}

const complaintAboutNone = (heard: Heard | undefined, name: string, { errors }: PlayerJsFacts) =>
  heard
    ? ''
    : `There was no event "${name}".${errors.length > 0 ? ` The player reported ${errors[0]}.` : ''}`;

const missingOf = (required: readonly string[], listed: readonly string[]) => {
  const missing = required.filter((name) => !listed.includes(name));
  return missing.length > 0 ? `The list lacks ${missing.join(', ')}.` : '';
};

type Times = readonly { seconds: number; duration: number }[];

/** A player that reports milliseconds is off by far more. */
const DURATION_TOLERANCE_S = 2;
const MAX_GROWTH_S = 60;

function complaintAboutTimes(times: Times, duration: unknown): string {
  const [first, last] = [times[0], times.at(-1)];
  const growth = (last?.seconds ?? 0) - (first?.seconds ?? 0);
  if (growth <= 0) return `The seconds stay at ${last?.seconds}.`;
  if (growth > MAX_GROWTH_S) return `Within a few seconds, the time grows by ${growth}.`;
  const difference = Math.abs(Number(duration) - (last?.duration ?? 0));
  return difference > DURATION_TOLERANCE_S
    ? `The duration is ${last?.duration}, but getDuration answers ${duration}.`
    : '';
}

const READY: readonly Check<PlayerJsFacts>[] = [
  {
    id: 'player.js/ready',
    level: 'must',
    says: 'The player reports that it is ready.',
    fix: 'Post {"context":"player.js","version":"0.0.11","event":"ready","value":{…}} to the parent, without a request.',
    source: `${SPEC}#events-1`,
    look: ({ ready }) => (ready ? passed : failed('There was no "ready" within 8 seconds.')),
  },
  ofReady({
    id: 'player.js/format',
    level: 'must',
    anchor: 'common',
    says: 'Messages are JSON texts with a version.',
    fix: 'Post JSON.stringify of the message, with "context" and "version". Player.js reads no objects.',
    complain: ({ ready }) =>
      ready?.isText
        ? typeof ready.version === 'string'
          ? ''
          : `The version is ${show(ready.version)}.`
        : 'The message is an object instead of a text.',
  }),
  ofReady({
    id: 'player.js/ready-src',
    level: 'should',
    anchor: 'events-1',
    says: '"ready" has the address of the frame.',
    fix: 'Write location.href as "src", by which a page tells several players apart.',
    complain: ({ ready, url }) => {
      const { src } = (ready?.value ?? {}) as ReadyValue;
      if (typeof src !== 'string' || !URL.canParse(src)) return `The src is ${show(src)}.`;
      return new URL(src).origin === new URL(url).origin ? '' : `The src is "${src}".`;
    },
  }),
  ofReady({
    id: 'player.js/ready-methods',
    level: 'must',
    anchor: 'events-1',
    says: '"ready" lists the methods of the player.',
    fix: `List at least ${REQUIRED_METHODS.join(', ')}.`,
    complain: ({ methods }) => missingOf(REQUIRED_METHODS, methods),
  }),
  ofReady({
    id: 'player.js/all-methods',
    level: 'should',
    says: 'The player has the methods for time and volume.',
    fix: `Add ${EXPECTED_METHODS.join(', ')}.`,
    complain: ({ methods }) => missingOf(EXPECTED_METHODS, methods),
  }),
  ofReady({
    id: 'player.js/ready-events',
    level: 'must',
    anchor: 'events-1',
    says: '"ready" lists the events of the player.',
    fix: `List at least ${REQUIRED_EVENTS.join(', ')}.`,
    complain: ({ events }) => missingOf(REQUIRED_EVENTS, events),
  }),
  ofReady({
    id: 'player.js/silent',
    level: 'must',
    anchor: 'events',
    says: 'No event is sent before a listener is added.',
    fix: 'Send an event only for listeners that the page has added. Only "ready" comes without one.',
    complain: ({ early }) => {
      const unasked = early.filter((event) => STANDARD_EVENTS.includes(event));
      return unasked.length > 0 ? `There was "${unasked[0]}" without a listener.` : '';
    },
  }),
  ofReady({
    id: 'player.js/foreign-messages',
    level: 'must',
    anchor: 'common',
    says: 'Messages of others change nothing.',
    fix: 'Ignore messages that are no JSON, or whose context is not "player.js".',
    complain: ({ pausedAfterNonsense }) =>
      complaintAboutValue(pausedAfterNonsense, (value) => value === true, 'true'),
  }),
];

const GETTERS: readonly Check<PlayerJsFacts>[] = [
  ofReady({
    id: 'player.js/get-paused',
    level: 'must',
    says: 'getPaused answers true before anything plays.',
    fix: 'Answer with a boolean, under the name of the listener that asked.',
    complain: ({ first }) =>
      complaintAboutValue(first.getPaused, (value) => value === true, 'true'),
  }),
  ofReady({
    id: 'player.js/get-duration',
    level: 'must',
    needs: ['getDuration'],
    says: 'getDuration answers the seconds of the episode.',
    fix: 'Answer with a number of seconds, also before the audio is loaded.',
    complain: ({ first }) =>
      complaintAboutValue(
        first.getDuration,
        (value) => typeof value === 'number' && value > 0,
        'seconds',
      ),
  }),
  ofReady({
    id: 'player.js/get-current-time',
    level: 'must',
    needs: ['getCurrentTime'],
    says: 'getCurrentTime answers seconds.',
    fix: 'Answer with a number of seconds, 0 at the start.',
    complain: ({ first }) =>
      complaintAboutValue(
        first.getCurrentTime,
        (value) => typeof value === 'number' && value >= 0,
        'seconds',
      ),
  }),
  ofReady({
    id: 'player.js/get-volume',
    level: 'must',
    needs: ['getVolume'],
    says: 'getVolume answers 0 to 100.',
    fix: 'Answer with a number from 0 to 100, not from 0 to 1.',
    complain: ({ first: { getVolume }, methods, volume }) => {
      const isVolume = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 100;
      const wrong = complaintAboutValue(getVolume, isVolume, '0 to 100');
      const isFraction = methods.includes('setVolume') && volume?.value === VOLUME / 100;
      return wrong || (isFraction ? 'The volume is a fraction.' : '');
    },
  }),
  ofReady({
    id: 'player.js/set-volume',
    level: 'must',
    needs: ['setVolume', 'getVolume'],
    says: 'setVolume sets the volume that getVolume answers.',
    fix: 'Take a number from 0 to 100.',
    complain: ({ volume }) =>
      complaintAboutValue(volume, (value) => Math.round(Number(value)) === VOLUME, `${VOLUME}`),
  }),
  ofReady({
    id: 'player.js/mute',
    level: 'must',
    needs: ['mute', 'getMuted'],
    says: 'mute silences the player.',
    fix: 'After mute, answer getMuted with true.',
    complain: ({ muted }) => complaintAboutValue(muted, (value) => value === true, 'true'),
  }),
  ofReady({
    id: 'player.js/unmute',
    level: 'must',
    needs: ['unmute', 'getMuted'],
    says: 'unmute makes it audible again.',
    fix: 'After unmute, answer getMuted with false.',
    complain: ({ unmuted }) => complaintAboutValue(unmuted, (value) => value === false, 'false'),
  }),
  ofReady({
    id: 'player.js/loop',
    level: 'should',
    needs: ['setLoop', 'getLoop'],
    says: 'setLoop repeats the episode.',
    fix: 'After setLoop with true, answer getLoop with true.',
    complain: ({ loop }) => complaintAboutValue(loop, (value) => value === true, 'true'),
  }),
  ofReady({
    id: 'player.js/unknown-method',
    level: 'may',
    anchor: 'events-1',
    says: 'An unknown method is answered with the error 2.',
    fix: 'Send the event "error" with {"code":2,"msg":"…"}.',
    complain: ({ unknownMethod }) => {
      const code = (unknownMethod?.value as { code?: unknown } | undefined)?.code;
      return code === 2 ? '' : `The code is ${show(code)}.`;
    },
  }),
];

const PLAYING: readonly Check<PlayerJsFacts>[] = [
  ofReady({
    id: 'player.js/play',
    level: 'must',
    anchor: 'events-1',
    says: 'play starts the sound, and sends the event "play".',
    fix: 'Play, and send "play" to its listeners.',
    complain: (facts) => complaintAboutNone(facts.play, 'play', facts),
  }),
  ofReady({
    id: 'player.js/playing',
    level: 'must',
    says: 'getPaused answers false while it plays.',
    fix: 'Answer getPaused with the state of the player.',
    complain: ({ play, pausedWhilePlaying }) =>
      play ? complaintAboutValue(pausedWhilePlaying, (value) => value === false, 'false') : '',
  }),
  ofReady({
    id: 'player.js/timeupdate',
    level: 'must',
    anchor: 'events-1',
    says: '"timeupdate" has seconds and duration, and the seconds grow as time passes.',
    fix: 'Send {"seconds": number, "duration": number} several times a second while it plays.',
    complain: (facts) => {
      const { times } = facts;
      if (times.length === 0) return complaintAboutNone(undefined, 'timeupdate', facts);
      const read = times.map(({ value }) => value as { seconds?: unknown; duration?: unknown });
      const wrong = read.find(
        (value) => typeof value?.seconds !== 'number' || typeof value.duration !== 'number',
      );
      if (wrong) return `The value is ${show(wrong)}.`;
      return complaintAboutTimes(read as Times, facts.first.getDuration?.value);
    },
  }),
  ofReady({
    id: 'player.js/seek',
    level: 'must',
    needs: ['setCurrentTime', 'getCurrentTime'],
    says: 'setCurrentTime goes to this second.',
    fix: 'Take a number of seconds, and answer getCurrentTime with the new time.',
    complain: ({ soughtTime, target }) =>
      complaintAboutValue(soughtTime, (value) => isNear(value, target), `about ${target}`),
  }),
  ofReady({
    id: 'player.js/pause',
    level: 'must',
    anchor: 'events-1',
    says: 'pause stops the sound, and sends the event "pause".',
    fix: 'Pause, and send "pause" to its listeners.',
    complain: (facts) =>
      complaintAboutNone(facts.pause, 'pause', facts) ||
      complaintAboutValue(facts.pausedAtEnd, (value) => value === true, 'true'),
  }),
  ofReady({
    id: 'player.js/remove-listener',
    level: 'must',
    says: 'A removed listener hears nothing more.',
    fix: 'After removeEventListener with an event and a listener, send nothing more to this listener.',
    complain: ({ timesAfterRemoval }) =>
      timesAfterRemoval === 0 ? '' : `There were ${timesAfterRemoval} more events.`,
  }),
  ofReady({
    id: 'player.js/ended',
    level: 'must',
    anchor: 'events-1',
    needs: ['setCurrentTime'],
    says: '"ended" is sent at the end.',
    fix: 'Send "ended" once the episode has ended.',
    complain: (facts) => complaintAboutNone(facts.ended, 'ended', facts),
  }),
  ofReady({
    id: 'player.js/playback-rate',
    level: 'may',
    needs: ['setPlaybackRate'],
    says: 'A change of speed is reported as "playbackratechange", which Video.js 10 hears.',
    fix: 'Send "playbackratechange" with the new speed.',
    complain: ({ rate }) => (rate ? '' : 'There was no event "playbackratechange".'),
  }),
];

export const PLAYERJS_CHECKS: readonly Check<PlayerJsFacts>[] = [...READY, ...GETTERS, ...PLAYING];
