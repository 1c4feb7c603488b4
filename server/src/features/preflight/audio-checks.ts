import type { Language } from 'earshot/internal';
import { explainFailure } from '../uploads/uploads.ts';
import { type Check, type EpisodeFacts, error, info, warning } from './episode-facts.ts';

const SILENCE_MAX_S = 10;
const LOUDNESS_LUFS = -16; // the recommendation of Apple and Spotify
const LOUDNESS_FAR_LU = 3;
const PEAK_MAX_DBTP = 0;
const APPLE_TYPES = /^audio\/(mpeg|mp3|mp4|x-m4a|m4a|aac|aacp)$/;

const field = 'media_id';

/** A live episode has a stream instead of a file. */
const fileOf = ({ type, audio }: EpisodeFacts) => (type === 'LIVE' ? null : audio);
const factsOf = (episode: EpisodeFacts) => fileOf(episode)?.facts ?? null;

export const noAudio: Check = ({ type, audio, upload }) =>
  type !== 'LIVE' && audio === null && upload === null ? error('audio-missing', { field }) : null;

export const audioInWork: Check = ({ type, upload }) => {
  if (type === 'LIVE' || !upload || upload.isFailed) return null;
  return warning('audio-processing', { field, values: { n: upload.progress } });
};

export const failedAudio: Check = ({ type, upload }) => {
  if (type === 'LIVE' || !upload?.isFailed) return null;
  const reason = (language: Language) => explainFailure(upload.error, language);
  return error('audio-failed', { field, values: { reason } });
};

export const emptyAudio: Check = (episode) =>
  fileOf(episode)?.duration === 0 ? error('audio-empty', { field }) : null;

export const rareFormat: Check = (episode) => {
  const type = fileOf(episode)?.type ?? '';
  if (type === '' || APPLE_TYPES.test(type)) return null;
  return warning('audio-format', { field, values: { type } });
};

export const clipping: Check = (episode) => {
  const facts = factsOf(episode);
  if (!facts) return null;
  const peak = facts.loudness.true_peak ?? Number.NEGATIVE_INFINITY;
  if (facts.clipping === 0 && peak <= PEAK_MAX_DBTP) return null;
  return facts.clipping > 0
    ? warning('audio-clipping', { field, values: { n: facts.clipping } })
    : warning('audio-clipping', { field, words: 'audio-clipping-peak', values: { n: peak } });
};

const silence =
  (place: 'start' | 'end'): Check =>
  (episode) => {
    const seconds = factsOf(episode)?.[`silence_${place}`] ?? 0;
    if (seconds <= SILENCE_MAX_S) return null;
    return warning(`silence-${place}`, { field, values: { n: Math.round(seconds) } });
  };

export const silentStart = silence('start');
export const silentEnd = silence('end');

/** The audio was replaced by a shorter one. */
export const lateChapters: Check = ({ late_chapters: n }) =>
  n > 0 ? warning('chapters-late', { field: 'chapters', values: { n } }) : null;

export const loudness: Check = (episode) => {
  const facts = factsOf(episode);
  if (!facts) return null;
  const { integrated } = facts.loudness;
  if (integrated === null) {
    return warning('audio-silent', { field });
  }
  if (Math.abs(integrated - LOUDNESS_LUFS) <= LOUDNESS_FAR_LU) return null;
  const words = integrated > LOUDNESS_LUFS ? 'loudness' : 'loudness-quiet';
  return info('loudness', { field, words, values: { n: integrated, usual: LOUDNESS_LUFS } });
};
