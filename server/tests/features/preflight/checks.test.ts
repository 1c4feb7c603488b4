import type { MediaFacts } from 'earshot/contract';
import { describe, expect, it } from 'vitest';
import type { EpisodeFacts } from '../../../src/features/preflight/episode-facts.ts';
import { inspect } from '../../../src/features/preflight/preflight.ts';

const FACTS: MediaFacts = {
  title: null,
  artist: null,
  album: null,
  chapters: [],
  sample_rate: 44_100,
  channels: 2,
  bitrate: 128_000,
  loudness: { integrated: -16.4, true_peak: -1.2, range: 5 },
  clipping: 0,
  silence_start: 0.4,
  silence_end: 1,
  needs_repack: false,
  repacked: false,
};
const AUDIO = { duration: 1800, type: 'audio/mpeg', facts: FACTS };
const NOW = new Date('2026-03-01T12:00:00Z');

/** An episode without problems. */
const RIGHT: EpisodeFacts = {
  title: 'The weight of a bell',
  description: '<p>Why every bell has its own voice.</p>',
  type: 'RECORDED',
  state: 'draft',
  published_at: null,
  live_url: null,
  access_key: null,
  twins: [],
  cover: { of: 'episode', width: 3_000, height: 3_000 },
  audio: AUDIO,
  upload: null,
  late_chapters: 0,
  now: NOW,
};

const measured = (facts: Partial<MediaFacts>): Partial<EpisodeFacts> => ({
  audio: { ...AUDIO, facts: { ...FACTS, ...facts } },
});
const loudAs = (loudness: Partial<MediaFacts['loudness']>) =>
  measured({ loudness: { ...FACTS.loudness, ...loudness } });
const cover = (width: number, height: number, of: 'episode' | 'show' = 'episode') => ({
  cover: { of, width, height },
});
const waiting = { isFailed: false, progress: 40, error: null };

const faults = (change: Partial<EpisodeFacts>) => inspect({ ...RIGHT, ...change });

describe('inspect', () => {
  it('finds nothing wrong with a good episode', () => {
    expect(inspect(RIGHT)).toEqual([]);
    expect(faults({ ...cover(1_400, 1_400), state: 'published', published_at: NOW })).toEqual([]);
  });

  it.each<[string, Partial<EpisodeFacts>, string, string, string]>([
    ['no audio', { audio: null }, 'error audio-missing', 'media_id', 'Upload a file'],
    [
      'audio that is being processed',
      { audio: null, upload: waiting },
      'warning audio-processing',
      'media_id',
      'still being processed (40 %)',
    ],
    [
      'audio that failed',
      { audio: null, upload: { ...waiting, isFailed: true, error: 'video' } },
      'error audio-failed',
      'media_id',
      'could not be processed. This file cannot be played: it is a video.',
    ],
    [
      'audio of no length',
      { audio: { ...AUDIO, duration: 0 } },
      'error audio-empty',
      'media_id',
      '0 seconds long',
    ],
    [
      'a format that Apple does not play',
      { audio: { ...AUDIO, type: 'audio/ogg' } },
      'warning audio-format',
      'media_id',
      'Upload the audio as MP3 or M4A',
    ],
    [
      'chapters behind the end of the audio',
      { late_chapters: 2 },
      'warning chapters-late',
      'chapters',
      'cannot be played: 2',
    ],
    [
      'clipped samples',
      measured({ clipping: 12 }),
      'warning audio-clipping',
      'media_id',
      'cut peaks: 12',
    ],
    [
      'a true peak over full scale',
      loudAs({ true_peak: 0.3 }),
      'warning audio-clipping',
      'media_id',
      '(its peak is 0.3 dBTP)',
    ],
    [
      'silence at the start',
      measured({ silence_start: 10.6 }),
      'warning silence-start',
      'media_id',
      '11 seconds of silence at its start',
    ],
    [
      'silence at the end',
      measured({ silence_end: 61 }),
      'warning silence-end',
      'media_id',
      '61 seconds of silence at its end',
    ],
    ['quiet audio', loudAs({ integrated: -27.1 }), 'info loudness', 'media_id', 'quieter than'],
    ['loud audio', loudAs({ integrated: -9 }), 'info loudness', 'media_id', 'louder than'],
    [
      'audio without sound',
      loudAs({ integrated: null, true_peak: null }),
      'warning audio-silent',
      'media_id',
      'the right file',
    ],
    ['no cover', { cover: null }, 'error cover-missing', 'show/image', '1400 to 3000 pixels'],
    ['a small cover', cover(1_399, 1_399), 'error cover-too-small', 'image', '1399 x 1399 pixels'],
    [
      'a small cover of the show',
      cover(300, 300, 'show'),
      'error cover-too-small',
      'show/image',
      'The cover of the show has 300 x 300 pixels',
    ],
    ['a large cover', cover(3_001, 3_001), 'warning cover-too-large', 'image', 'too many'],
    ['an oblong cover', cover(1_600, 1_400), 'warning cover-not-square', 'image', 'a square one'],
    ['no title', { title: ' ' }, 'error title-missing', 'title', 'Give it one'],
    ['a long title', { title: 'x'.repeat(256) }, 'warning title-too-long', 'title', 'after 255'],
    [
      'no description',
      { description: '<p>&nbsp; </p>' },
      'warning description-missing',
      'description',
      'in a few sentences',
    ],
    [
      'a long description',
      { description: 'è'.repeat(5_001) },
      'warning description-too-long',
      'description',
      'has 10002 bytes',
    ],
    ['the guid of another episode', { twins: [7, 9] }, 'error guid-duplicate', 'guid', '7, 9'],
    ['no key', { state: 'private' }, 'error key-missing', 'visibility', 'cannot be opened'],
    [
      'no stream',
      { type: 'LIVE', audio: null },
      'error live-url-missing',
      'live_url',
      'its HLS stream',
    ],
    [
      'a time in the past',
      { state: 'scheduled', published_at: new Date('2026-03-01T11:00:00Z') },
      'error schedule-past',
      'published_at',
      'is past',
    ],
  ])('names %s, and how to mend it', (_name, change, id, field, words) => {
    const [item, ...others] = faults(change);
    expect(others).toEqual([]);
    expect(`${item?.severity} ${item?.id}`).toBe(id);
    expect(item?.field).toBe(field);
    expect(item?.text).toContain(words);
  });

  it('speaks the language of the author', () => {
    const [item] = inspect({ ...RIGHT, ...cover(300, 300, 'show') }, 'it');
    expect(item).toMatchObject({ id: 'cover-too-small', severity: 'error', field: 'show/image' });
    expect(item?.text).toContain('La copertina del podcast ha 300 x 300 pixel');
  });

  it('asks no audio of a live episode, and no measures of what is on another host', () => {
    const live = { type: 'LIVE', live_url: 'https://a.test/live.m3u8', audio: null } as const;
    expect(faults(live)).toEqual([]);
    expect(faults({ audio: { ...AUDIO, facts: null } })).toEqual([]);
    expect(faults({ cover: { of: 'show', width: null, height: null } })).toEqual([]);
  });

  it('takes a time ahead, and one that is due just now', () => {
    for (const time of ['2026-03-01T13:00:00Z', '2026-03-01T11:59:30Z']) {
      expect(faults({ state: 'scheduled', published_at: new Date(time) })).toEqual([]);
    }
  });

  it('begins with the worst', () => {
    const all = { ...loudAs({ integrated: -30 }), description: '', title: '' };
    expect(faults(all).map(({ severity }) => severity)).toEqual(['error', 'warning', 'info']);
  });
});
