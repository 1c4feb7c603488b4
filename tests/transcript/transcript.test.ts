import { describe, expect, it } from 'vitest';
import { cueAt, waitForCue } from '../../src/transcript/cue-at.ts';
import { groupCues, textOf } from '../../src/transcript/paragraphs.ts';
import { readCues } from '../../src/transcript/read-cues.ts';
import { indexWords, searchCues } from '../../src/transcript/search-cues.ts';

const cue = (starts_at: number, text: string, speaker: string | null = null) => ({
  starts_at,
  ends_at: starts_at + 2,
  speaker,
  text,
});

describe('groupCues', () => {
  const rangesOf = (cues: ReturnType<typeof cue>[]) =>
    groupCues(cues).map(({ from, to }) => [from, to]);

  it('begins a paragraph with each speaker and after a pause', () => {
    const cues = [
      cue(0, 'One', 'Ada'),
      cue(2, 'two', 'Ada'),
      cue(4, 'Three', 'Ben'),
      cue(20, 'Four', 'Ben'),
    ];
    expect(rangesOf(cues)).toEqual([
      [0, 2],
      [2, 3],
      [3, 4],
    ]);
    expect(groupCues(cues)[0]).toMatchObject({ speaker: 'Ada', starts_at: 0 });
    expect(textOf(cues, { speaker: 'Ada', starts_at: 0, from: 0, to: 2 })).toBe('One two');
  });

  it('ends a long paragraph with its sentence', () => {
    const long = 'x'.repeat(300);
    const cues = [cue(0, long), cue(2, long), cue(4, 'The end.'), cue(6, 'Next')];
    expect(rangesOf(cues)).toEqual([
      [0, 3],
      [3, 4],
    ]);
  });

  it('ends a paragraph without sentences some time', () => {
    const cues = Array.from({ length: 100 }, (_, index) => cue(index * 2, 'x'.repeat(40)));
    const lengths = rangesOf(cues).map(([from = 0, to = 0]) => to - from);
    expect(Math.max(...lengths)).toBeLessThan(30);
    expect(rangesOf([])).toEqual([]);
  });
});

describe('cueAt', () => {
  const cues = [{ starts_at: 1 }, { starts_at: 3 }, { starts_at: 9 }];
  it.each([
    [0, -1],
    [1, 0],
    [2.9, 0],
    [3, 1],
    [8, 1],
    [9, 2],
    [1000, 2],
  ])('at %d s is cue %i', (seconds, index) => {
    expect(cueAt(cues, seconds)).toBe(index);
  });

  it('is none without cues', () => {
    expect(cueAt([], 5)).toBe(-1);
  });
});

describe('waitForCue', () => {
  const cues = [{ starts_at: 1 }, { starts_at: 1.5 }];
  it.each([
    [1.25, 1, 250],
    [1.25, 2, 125],
    [1.499, 1, 40],
    [0, 0.5, 1_000],
    [7, 1, 1_000],
  ])('at %d s and speed %d is %d ms', (seconds, playbackRate, ms) => {
    expect(waitForCue(cues, { seconds, playbackRate })).toBe(ms);
  });
});

describe('readCues', () => {
  it('keeps what has a time and a text', () => {
    const segments = [
      { startTime: 1, endTime: 2, speaker: 'Ada', body: 'One' },
      { startTime: 3, body: 'Two' },
      { startTime: '4', body: 'Three' },
      { startTime: 5 },
      null,
    ];
    expect(readCues({ segments })).toEqual([
      { starts_at: 1, ends_at: 2, speaker: 'Ada', text: 'One' },
      { starts_at: 3, ends_at: 3, speaker: null, text: 'Two' },
    ]);
  });

  it.each([null, 7, {}, { segments: 'none' }])('of %j are none', (json) => {
    expect(readCues(json)).toEqual([]);
  });
});

describe('searchCues', () => {
  it('finds words across cues that begin or end with a space, as other hosts write them', () => {
    const segments = [
      { startTime: 1, body: ' Welcome to ' },
      { startTime: 3, body: ' the show.' },
    ];
    expect(searchCues(indexWords(readCues({ segments })), 'to the show')).toEqual([[0, 1]]);
  });

  const index = indexWords([
    { text: 'The Café on' },
    { text: 'the\ncorner, the' },
    { text: 'café.' },
  ]);
  it.each([
    [
      'cafe',
      [
        [0, 0],
        [2, 2],
      ],
    ],
    [
      'CAFÉ',
      [
        [0, 0],
        [2, 2],
      ],
    ],
    ['on the corner', [[0, 1]]],
    [
      'the',
      [
        [0, 0],
        [1, 1],
        [1, 1],
      ],
    ],
    ['e', []],
    ['', []],
    ['nothing', []],
    ['<b>', []],
  ])('finds %j', (query, found) => {
    expect(searchCues(index, query)).toEqual(found);
  });
});
