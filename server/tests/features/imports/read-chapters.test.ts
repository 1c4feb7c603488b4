import { describe, expect, it } from 'vitest';
import {
  playableChapters,
  readJsonChapters,
  toChapter,
} from '../../../src/features/imports/read-chapters.ts';

const read = (json: unknown, before = '') =>
  readJsonChapters(Buffer.from(before + JSON.stringify(json)));
const brief = (json: unknown, before?: string) =>
  read(json, before).map(({ starts_at, title }) => [starts_at, title]);
const at = (starts_at: number) => toChapter({ start: starts_at, title: `at ${starts_at}` });

describe('readJsonChapters', () => {
  it('reads times as numbers, texts and clocks, also after a byte-order mark', () => {
    const chapters = [
      { startTime: 0, title: 'a' },
      { startTime: ' 30.5', title: 'b' },
      { startTime: '00:01:00.2504', title: 'c' },
      { startTime: '2:00', title: 'd' },
    ];
    const expected = [
      [0, 'a'],
      [30.5, 'b'],
      [60.25, 'c'],
      [120, 'd'],
    ];
    expect(brief({ version: '1.2.0', chapters }, '\ufeff')).toEqual(expected);
  });

  it("reads the list of Podlove's player", () => {
    const list = [
      { start: '00:00:01.000', title: 'a', href: 'https://e.test/', image: 'https://e.test/i' },
    ];
    expect(read(list)).toEqual([
      {
        starts_at: 1,
        title: 'a',
        url: 'https://e.test/',
        image_url: 'https://e.test/i',
        toc: true,
      },
    ]);
  });

  it('hides credentials in addresses and titles', () => {
    const url = 'https://ann:s3cret@e.test/';
    const chapter = { startTime: 1, title: `At ${url}`, url, img: `${url}1.jpg` };
    expect(read({ chapters: [chapter] })).toMatchObject([
      { title: 'At https://e.test/', url: 'https://e.test/', image_url: 'https://e.test/1.jpg' },
    ]);
  });

  it('keeps chapters that only change the picture', () => {
    const chapters = [false, 'false', true, 'true', null].map((toc) => ({ startTime: 1, toc }));
    expect(read({ chapters }).map(({ toc }) => toc)).toEqual([false, false, true, true, true]);
  });

  it.each([
    ['{', 'the file is not valid JSON'],
    ['', 'the file is not valid JSON'],
    ['null', 'the file has no list of chapters'],
    ['{"chapters":{}}', 'the file has no list of chapters'],
  ])('refuses %j with the reason', (text, reason) => {
    expect(() => readJsonChapters(Buffer.from(text))).toThrow(reason);
  });
});

describe('playableChapters', () => {
  it('puts them in order, and tells once what it leaves out and why', () => {
    const starts = [60, Number.NaN, 0, 4000, 30, 30, 120, -1];
    const { kept, problems } = playableChapters(starts.map(at), 120);
    expect(kept.map(({ starts_at }) => starts_at)).toEqual([0, 30, 60]);
    expect(problems).toEqual([
      '2 chapters without a readable time',
      '2 chapters after the end of the audio (120 s)',
      '1 with the same time as another',
    ]);
  });

  it('keeps what lies within a week if the length is unknown', () => {
    const { kept, problems } = playableChapters([at(4000), at(700_000)], null);
    expect(kept).toHaveLength(1);
    expect(problems).toEqual(['a chapter after the end of the audio (604800 s)']);
  });
});
