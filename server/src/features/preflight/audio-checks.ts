import { type Check, type EpisodeFacts, error, info, warning } from './facts.ts';

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
  type !== 'LIVE' && audio === null && upload === null
    ? error('audio-missing', { text: 'There is no audio. Upload a file and choose it.', field })
    : null;

export const audioInWork: Check = ({ type, upload }) => {
  if (type === 'LIVE' || !upload || upload.isFailed) return null;
  const text = `The audio is still being processed (${upload.progress} %). Wait until it is ready, or publish at a time ahead.`;
  return warning('audio-processing', { text, field });
};

export const failedAudio: Check = ({ type, upload }) => {
  if (type === 'LIVE' || !upload?.isFailed) return null;
  const reason = upload.error ?? 'it cannot be played';
  const text = `The audio could not be processed: ${reason}. Upload another file.`;
  return error('audio-failed', { text, field });
};

export const emptyAudio: Check = (episode) =>
  fileOf(episode)?.duration === 0
    ? error('audio-empty', {
        text: 'The audio is 0 seconds long. Upload the whole file again.',
        field,
      })
    : null;

export const rareFormat: Check = (episode) => {
  const type = fileOf(episode)?.type ?? '';
  if (type === '' || APPLE_TYPES.test(type)) return null;
  const text = `Apple Podcasts does not play ${type}. Upload the audio as MP3 or M4A (AAC).`;
  return warning('audio-format', { text, field });
};

export const clipping: Check = (episode) => {
  const facts = factsOf(episode);
  if (!facts) return null;
  const peak = facts.loudness.true_peak ?? Number.NEGATIVE_INFINITY;
  if (facts.clipping === 0 && peak <= PEAK_MAX_DBTP) return null;
  const where =
    facts.clipping > 0
      ? `at ${facts.clipping} ${facts.clipping === 1 ? 'place' : 'places'}`
      : `(its peak is ${peak} dBTP)`;
  const text = `The recording is too loud for its format ${where}, which sounds distorted. Lower it so that peaks stay below -1 dBTP, and upload it again.`;
  return warning('audio-clipping', { text, field });
};

const silence =
  (id: string, place: 'start' | 'end'): Check =>
  (episode) => {
    const seconds = factsOf(episode)?.[`silence_${place}`] ?? 0;
    if (seconds <= SILENCE_MAX_S) return null;
    const text = `The audio has ${Math.round(seconds)} seconds of silence at its ${place}. Cut them off, and upload it again.`;
    return warning(id, { text, field });
  };

export const silentStart = silence('silence-start', 'start');
export const silentEnd = silence('silence-end', 'end');

export const loudness: Check = (episode) => {
  const facts = factsOf(episode);
  if (!facts) return null;
  const { integrated } = facts.loudness;
  if (integrated === null) {
    const text = 'The audio is silent. Make sure that it is the right file.';
    return warning('audio-silent', { text, field });
  }
  if (Math.abs(integrated - LOUDNESS_LUFS) <= LOUDNESS_FAR_LU) return null;
  const side = integrated > LOUDNESS_LUFS ? 'louder' : 'quieter';
  const text = `The audio has ${integrated} LUFS, which is ${side} than other podcasts (${LOUDNESS_LUFS} LUFS). Bring it to that level, so that listeners need not change the volume.`;
  return info('loudness', { text, field });
};
