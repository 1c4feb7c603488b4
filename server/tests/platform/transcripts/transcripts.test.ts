import { AppError } from 'earshot/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TranscriptCue } from '../../../src/platform/database/feed-columns.ts';
import {
  readTranscript,
  TRANSCRIPT_TYPES,
  type TranscriptFormat,
} from '../../../src/platform/transcripts/read-transcript.ts';
import { writeTranscript } from '../../../src/platform/transcripts/write-transcript.ts';

const read = (source: string, format: TranscriptFormat) =>
  readTranscript(Buffer.from(source), format);
const cuesOf = (source: string, format: TranscriptFormat) => read(source, format).cues;
const write = (cues: TranscriptCue[], format: TranscriptFormat) =>
  writeTranscript({ cues, text: null }, format) ?? '';

function refusalOf(source: string | Buffer, format: TranscriptFormat): string {
  try {
    readTranscript(Buffer.from(source), format);
  } catch (error) {
    if (error instanceof AppError) return error.messages.join();
    throw error;
  }
  return 'accepted';
}

const VTT = `WEBVTT - an interview
Kind: captions
Language: it

NOTE the first take

STYLE
::cue { color: red }

intro
00:01.000 --> 00:00:02.500 align:start
<v.loud Ada &amp; Co>Ciao <i>a tutti</i> &lt;3</v> <v Bob>Ciao

1:02:03.004 --> 1:02:04.000
Due
righe
`;

const CUES: TranscriptCue[] = [
  { starts_at: 1, ends_at: 2.5, speaker: 'Ada & Co', text: 'Ciao a tutti <3' },
  { starts_at: 1, ends_at: 2.5, speaker: 'Bob', text: 'Ciao' },
  { starts_at: 3723.004, ends_at: 3724, speaker: null, text: 'Due\nrighe' },
];

describe('readTranscript', () => {
  it('reads WebVTT with speakers, markup, notes and its language', () => {
    expect(read(VTT, 'vtt')).toEqual({ language: 'it', cues: CUES, text: null, problems: [] });
    expect(cuesOf(`\ufeff${VTT.replaceAll('\n', '\r\n')}`, 'vtt')).toEqual(CUES);
  });

  it('reads WebVTT without an empty line before its first cue', () => {
    expect(cuesOf('WEBVTT\n00:01.000 --> 00:02.000\nHi', 'vtt')).toHaveLength(1);
  });

  it('reads SubRip with the markup of other programs', () => {
    const source =
      '1\r\n00:00:01,000 --> 00:00:02,500\r\n{\\an8}<font color="red">Uno</font>\r\n<i>due</i>\r\n\r\n\r\n2\n0:00:03.5 --> 0:00:04\n3 < 4\n';
    expect(cuesOf(source, 'srt')).toEqual([
      { starts_at: 1, ends_at: 2.5, speaker: null, text: 'Uno\ndue' },
      { starts_at: 3.5, ends_at: 4, speaker: null, text: '3 < 4' },
    ]);
  });

  it('reads the JSON of Podcasting 2.0', () => {
    const segments = [
      { speaker: 'Ada', startTime: 0.5, endTime: 0.75, body: 'Hello' },
      { startTime: 0.75, endTime: 0.75, body: ' there ' },
      { startTime: 2, endTime: 3, body: '' },
    ];
    expect(cuesOf(JSON.stringify({ version: '1.0.0', segments }), 'json')).toEqual([
      { starts_at: 0.5, ends_at: 0.75, speaker: 'Ada', text: 'Hello' },
      { starts_at: 0.75, ends_at: 0.751, speaker: null, text: 'there' },
    ]);
  });

  it('reads plain text, also in UTF-16', () => {
    const plain = 'Uno\u0007\n\n\n\n  due  è\n';
    expect(read(plain, 'txt')).toMatchObject({ language: null, cues: null, text: 'Uno\n\ndue è' });
    const wide = Buffer.from(`\ufeff${plain}`, 'utf16le');
    expect(readTranscript(wide, 'txt').text).toBe('Uno\n\ndue è');
  });

  it('puts cues in the order of their times', () => {
    const source = 'WEBVTT\n\n00:05.000 --> 00:06.000\nb\n\n00:01.000 --> 00:02.000\na\n';
    expect(cuesOf(source, 'vtt')?.map(({ text }) => text)).toEqual(['a', 'b']);
  });

  type Expected = [starts_at: number, ends_at: number, text: string, speaker?: string];
  const short = (source: string, format: TranscriptFormat): Expected[] | undefined =>
    cuesOf(source, format)?.map(({ starts_at, ends_at, text, speaker }) =>
      speaker === null ? [starts_at, ends_at, text] : [starts_at, ends_at, text, speaker],
    );
  const HELLO: Expected = [1, 2.5, 'Good evening,\nall.'];
  const NEXT: Expected = [3, 4, 'And welcome.'];

  it.each<[string, string, Expected[]]>([
    [
      'an empty line after the time',
      '1\nA\n\nGood evening,\nall.\n\n2\nB\nAnd welcome.',
      [HELLO, NEXT],
    ],
    [
      'an empty line in a text',
      '1\nA\nGood evening,\n \nall.\n\n2\nB\nAnd welcome.',
      [HELLO, NEXT],
    ],
    ['no empty line between cues', '1\nA\nGood evening,\nall.\n2\nB\nAnd welcome.', [HELLO, NEXT]],
    [
      'an empty line before the time',
      '1\n\nA\nGood evening,\nall.\n\n2\n\nB\nAnd welcome.',
      [HELLO, NEXT],
    ],
    ['no numbers', 'A\nGood evening,\nall.\n\n\n\nB\nAnd welcome.', [HELLO, NEXT]],
    [
      'a number as its text',
      '1\nA\n1984\n\n2\nB\n1985',
      [
        [1, 2.5, '1984'],
        [3, 4, '1985'],
      ],
    ],
    ['no text', '1\nA\n\n2\nB\nAnd welcome.', [NEXT]],
    [
      'an arrow in its text',
      'A\nGood evening,\nall.\nB\nMilan --> Rome',
      [HELLO, [3, 4, 'Milan --> Rome']],
    ],
  ])('reads cues with %s', (_, source, expected) => {
    const timed = (first: string, second: string) =>
      source.replace('A\n', first).replace('B\n', second);
    const srt = timed('00:00:01,000 --> 00:00:02,500\n', '00:00:03,000 --> 00:00:04,000\n');
    const vtt = timed('00:01.000 --> 00:02.500\n', '00:00:03.000 --> 00:00:04.000 line:0\n');
    expect(short(srt, 'srt')).toEqual(expected);
    expect(short(`WEBVTT\n\n${vtt}`.replaceAll('\n', '\r\n'), 'vtt')).toEqual(expected);
  });

  it.each([
    ['00:00:01,0000 --> 00:00:02,5000'],
    ['00:00:01 --> 00:00:02,5'],
    ['0:0:1.0 --> 0:0:2.50'],
    ['00: 00: 01, 000 -> 00: 00: 02, 500'],
    ['00:01,000 --> 00:02,500'],
    ['00:00:01,000-->00:00:02,500  X1:100 X2:200 Y1:1 Y2:2'],
    ['00:00:01,000 → 00:00:02,500'],
  ])('reads the time %s', (time) => {
    expect(short(`1\n${time}\nHi`, 'srt')).toEqual([[1, 2.5, 'Hi']]);
    expect(short(`WEBVTT\n\n${time}\nHi`, 'vtt')).toEqual([[1, 2.5, 'Hi']]);
  });

  it('reads minutes above 59, and an end before its start', () => {
    expect(short('WEBVTT\n\n61:00.000 --> 60:00.000\nHi', 'vtt')).toEqual([[3660, 3660.001, 'Hi']]);
  });

  it('keeps the words after an unreadable time, and tells its line', () => {
    const source = '00:00:01,000 --> 00:00:02,500\nOne\n\n2\n00:00:0x,000 --> 00:00:04,000\ntwo\n';
    expect(read(source, 'srt')).toMatchObject({
      cues: [{ text: 'One\ntwo' }],
      problems: ['line 5: must be a time such as 00:01:02,000 --> 00:01:05,500'],
    });
  });

  it('lets words whose end is before their start last until the next, and tells the line', () => {
    const source = 'WEBVTT\n\n00:05.000 --> 00:01.000\nOne\n\n00:08.000 --> 00:09.000\ntwo\n';
    const { cues, problems } = read(source, 'vtt');
    expect(cues).toMatchObject([{ starts_at: 5, ends_at: 8, text: 'One' }, { starts_at: 8 }]);
    expect(problems).toEqual(['line 3: ends before it begins, so it lasts until the next cue']);
  });

  it('reads a file by its content if its name is wrong', () => {
    const srt = '1\n00:00:01,000 --> 00:00:02,000\nHi';
    const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHi';
    for (const format of ['srt', 'vtt', 'txt', 'json'] as const) {
      expect([short(srt, format), short(vtt, format)]).toEqual([[[1, 2, 'Hi']], [[1, 2, 'Hi']]]);
    }
  });

  it('reads references to characters', () => {
    const source =
      'WEBVTT\n\n00:01.000 --> 00:02.000\n&eacute;&nbsp;&#x263a; &mdash; AT&T &unknown; &amp;lt;';
    expect(short(source, 'vtt')).toEqual([[1, 2, 'é ☺ — AT&T &unknown; &lt;']]);
  });

  it.each<[string, Expected[]]>([
    [
      'Every <00:00:01.400>room <00:01.800><c.x>has</c> a',
      [
        [1, 1.4, 'Every'],
        [1.4, 1.8, 'room'],
        [1.8, 2.5, 'has a'],
      ],
    ],
    [
      'Every<00:00:01.400><c> room</c><00:00:01.800><c> has</c>',
      [
        [1, 1.4, 'Every'],
        [1.4, 1.8, 'room'],
        [1.8, 2.5, 'has'],
      ],
    ],
    ['<00:00:01.400>Late', [[1.4, 2.5, 'Late']]],
    [
      '<v Ada>One <00:00:01.400>two</v> <v Bob>three',
      [
        [1, 1.4, 'One', 'Ada'],
        [1.4, 2.5, 'two', 'Ada'],
        [1.4, 2.5, 'three', 'Bob'],
      ],
    ],
    // A syllable, a time before the last one, times outside of the cue, and no time.
    ['Ka<00:00:01.400>ra<00:00:01.800>oke', [[1, 2.5, 'Karaoke']]],
    [
      'One <00:00:01.400>two <00:00:01.200>three',
      [
        [1, 1.4, 'One'],
        [1.4, 2.5, 'two three'],
      ],
    ],
    ['One <00:00:00.500>two <00:00:02.500>three <12>four', [[1, 2.5, 'One two three four']]],
    ['Ann Doe: good <00:00:01.400>evening', [[1, 2.5, 'good evening', 'Ann Doe']]],
  ])('reads times of words in WebVTT: %s', (text, expected) => {
    expect(short(`WEBVTT\n\n00:01.000 --> 00:02.500\n${text}`, 'vtt')).toEqual(expected);
  });

  it('skips comments and styles of WebVTT between cues', () => {
    const source =
      'WEBVTT\n\nREGION\nid:a\n\n00:01.000 --> 00:02.000\nNOTE is a word\n\nNOTE\na\nb\n\n00:03.000 --> 00:04.000\nx\n\nNOTE c\n';
    expect(short(source, 'vtt')).toEqual([
      [1, 2, 'NOTE is a word'],
      [3, 4, 'x'],
    ]);
  });

  it('reads JSON with texts as times, without ends, and with a byte-order mark', () => {
    const segments = [
      { startTime: '0', body: 'a' },
      { startTime: '00:00:01.500', endTime: null, speaker: null, body: 'b' },
      { startTime: '2.25', endTime: 1, body: 'c' },
    ];
    expect(short(`\ufeff${JSON.stringify({ segments })}`, 'json')).toEqual([
      [0, 1.5, 'a'],
      [1.5, 2.25, 'b'],
      [2.25, 2.251, 'c'],
    ]);
  });

  describe('speakers', () => {
    const inAll = (text: string) => {
      const json = JSON.stringify({ segments: [{ startTime: 1, endTime: 2, body: text }] });
      const answers = [
        short(`1\n00:00:01,000 --> 00:00:02,000\n${text}`, 'srt'),
        short(`WEBVTT\n\n00:01.000 --> 00:02.000\n${text}`, 'vtt'),
        short(json, 'json'),
      ];
      expect(answers[1]).toEqual(answers[0]);
      expect(answers[2]).toEqual(answers[0]);
      return answers[0]?.map(([, , text, speaker]) => [speaker, text]);
    };

    it.each([
      ['Ann Doe: Good evening.', 'Ann Doe', 'Good evening.'],
      ['Bob: And welcome: now.', 'Bob', 'And welcome: now.'],
      ['Bob:\nSame as before.', 'Bob', 'Same as before.'],
      ['DR. O’NEIL-SMITH: Yes', 'DR. O’NEIL-SMITH', 'Yes'],
      ['- Ludwig van Beethoven: Ja', 'Ludwig van Beethoven', 'Ja'],
      ['[Ann (host)]: Hi', 'Ann (host)', 'Hi'],
      ['SPEAKER_01: Hi', 'SPEAKER_01', 'Hi'],
      ['Speaker 1: Hi', 'Speaker 1', 'Hi'],
      ['Анна Петрова: Привет', 'Анна Петрова', 'Привет'],
      ['王小明：你好', '王小明', '你好'],
      ['ليلى حسن: مرحبا', 'ليلى حسن', 'مرحبا'],
    ])('in %j', (line, speaker, text) => {
      expect(inAll(line)).toEqual([[speaker, text]]);
    });

    it.each([
      'And then he said: hello',
      'At 12:30 we begin',
      'see https://pod.example: it is there',
      'the rule: none',
      'Ann:',
      'John 3:16 says',
      'Never, in all of my long years as a host of shows: this',
    ])('not in %j', (line) => {
      expect(inAll(line)).toEqual([[undefined, line]]);
    });

    it('each with a cue, if two talk in one', () => {
      expect(inAll('- Ann: Hi.\n- Bob: Hello,\nyou.')).toEqual([
        ['Ann', 'Hi.'],
        ['Bob', 'Hello,\nyou.'],
      ]);
    });

    it('of the format only, if it names any', () => {
      const source =
        'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>Hi\n\n00:02.000 --> 00:03.000\nNote: this';
      expect(short(source, 'vtt')).toEqual([
        [1, 2, 'Hi', 'Ann'],
        [2, 3, 'Note: this'],
      ]);
    });
  });

  const vtt = (rest: string) => `WEBVTT\n\n${rest}`;
  it.each<[string | Buffer, TranscriptFormat, string]>([
    ['', 'vtt', 'transcript: is empty'],
    [' \n\t', 'txt', 'transcript: is empty'],
    ['\u0007', 'txt', 'transcript: is empty'],
    ['Hello', 'vtt', 'transcript: line 1: must be WEBVTT'],
    ['\nWEBVTT', 'vtt', 'transcript: line 1: must be WEBVTT'],
    ['WEBVTT', 'vtt', 'transcript: has no text; add at least one cue'],
    [vtt('Hello'), 'vtt', 'transcript: line 3: must be a time such as 00:01:02.000 -->'],
    [vtt('one\ntwo'), 'vtt', 'transcript: line 3: must be a time such as 00:01:02.000 -->'],
    [vtt('00:0l.000 --> 01:00.000\nx'), 'vtt', 'transcript: line 3: must be a time such as'],
    [vtt('9999:00:00.000 --> 9999:00:01.000\nx'), 'vtt', 'the time must be within a week'],
    ['1\nHello', 'srt', 'transcript: line 2: must be a time such as 00:01:02,000 -->'],
    ['{', 'json', 'transcript: '],
    ['{"segments":\n[{]}', 'json', 'transcript: line 2: is not valid JSON'],
    ['[]', 'json', 'transcript: segments: must be a list of segments'],
    ['{"segments":[7]}', 'json', 'transcript: segments/0: must be an object with fields'],
    ['{"segments":[{"body":1}]}', 'json', 'transcript: segments/0/body: must be text'],
    [
      '{"segments":[{"body":"x","startTime":"soon","endTime":2}]}',
      'json',
      'transcript: segments/0/startTime: must be a number of seconds, 0 or more',
    ],
    [
      Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nperch\xe8', 'latin1'),
      'vtt',
      'line 4: is not',
    ],
    [Buffer.from([0xff, 0xfe, 0x00]), 'txt', 'transcript: is not valid UTF-16; save it as UTF-8'],
  ])('says what to change in %j as %s', (source, format, words) => {
    expect(refusalOf(source, format)).toContain(words);
  });

  it('refuses a cue that is longer than a cue can be', () => {
    const source = vtt(`00:01.000 --> 00:02.000\n${'x'.repeat(10_001)}`);
    expect(refusalOf(source, 'vtt')).toContain('line 3: its text is too long');
  });

  it('refuses more cues than a transcript needs', () => {
    const segments = Array.from({ length: 50_001 }, () => ({
      body: 'x',
      startTime: 1,
      endTime: 2,
    }));
    expect(refusalOf(JSON.stringify({ segments }), 'json')).toContain('at most 50000 cues');
  });

  it('takes hostile files of a megabyte in linear time', () => {
    const fill = (piece: string) => piece.repeat(Math.floor((1 << 20) / piece.length));
    for (const piece of ['<', '<v ', '-->', '&#1', '\n', '{\\', '[', '0:', ' ', '<v x>\n\n']) {
      for (const format of Object.keys(TRANSCRIPT_TYPES) as TranscriptFormat[]) {
        expect(refusalOf(vtt(`00:01.000 --> 00:02.000\n${fill(piece)}`), format)).toBeTypeOf(
          'string',
        );
        expect(refusalOf(fill(piece), format)).toBeTypeOf('string');
      }
    }
  }, 60_000);
});

const FRAGMENTS = [
  'WEBVTT',
  '\n',
  '\n\n',
  '00:01.000',
  ' --> ',
  '1',
  '<v Ada>',
  '</v>',
  '&amp;',
  '<',
];
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string({ maxLength: 5 })))
    .map((parts) => parts.join('')),
  fc.json(),
);
const format = fc.constantFrom('vtt', 'srt', 'json', 'txt') as fc.Arbitrary<TranscriptFormat>;

const cue = fc
  .record({
    start: fc.integer({ min: 0, max: 3_600_000 }),
    length: fc.integer({ min: 1, max: 60_000 }),
    speaker: fc.option(fc.constantFrom('Ada', 'Ada & <Bob>', '李', 'v')),
    text: fc.array(
      fc.oneof(
        fc.constantFrom('-->', '<v Eve>', '&lt;', '</v>', 'NOTE', '7', 'מה', 'è'),
        fc.stringMatching(/^[!-9;-~]{1,9}$/) /* without the colon of speakers */,
      ),
      { minLength: 1, maxLength: 6 },
    ),
    line: fc.boolean(),
  })
  .map(
    ({ start, length, speaker, text, line }): TranscriptCue => ({
      starts_at: start / 1000,
      ends_at: (start + length) / 1000,
      speaker,
      text: text.join(line ? '\n' : ' '),
    }),
  );
const transcript = fc
  .tuple(fc.array(cue, { minLength: 1, maxLength: 20 }), fc.boolean())
  .map(([cues, touch]) => {
    cues.sort((a, b) => a.starts_at - b.starts_at);
    return touch ? cues.map(endAtNext) : cues;
  });

/** Like words that have times of their own. */
function endAtNext(cue: TranscriptCue, index: number, cues: TranscriptCue[]): TranscriptCue {
  const next = cues[index + 1];
  return next && next.starts_at > cue.starts_at ? { ...cue, ends_at: next.starts_at } : cue;
}

describe('transcripts of any content', () => {
  it('are read or refused with words, and never fail otherwise', () => {
    fc.assert(
      fc.property(anyText, format, (source, format) => {
        const words = refusalOf(source, format);
        expect(words === 'accepted' || words.startsWith('transcript: ')).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('are refused with words whatever their bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array(), format, (bytes, format) => {
        expect(refusalOf(Buffer.from(bytes), format)).toBeTypeOf('string');
      }),
    );
  });

  it.each(['vtt', 'json'] as const)('mean the same after they were written as %s', (format) => {
    fc.assert(
      fc.property(transcript, (cues) => {
        expect(cuesOf(write(cues, format), format)).toEqual(cues);
      }),
    );
  });

  it('mean the same as SubRip and as WebVTT, except for the times of words', () => {
    fc.assert(
      fc.property(transcript, (cues) => {
        const plain = cues.map((cue) => ({
          ...cue,
          speaker: null,
          text: cue.text.replace(/[<>&{}]/g, 'x'),
        }));
        const withoutWordTimes = write(plain, 'vtt').replace(/<[\d:.]+>/g, '');
        expect(cuesOf(write(plain, 'srt'), 'srt')).toEqual(cuesOf(withoutWordTimes, 'vtt'));
      }),
    );
  });
});

describe('writeTranscript', () => {
  it('writes each format', () => {
    expect(write(CUES, 'vtt')).toContain(
      '00:00:01.000 --> 00:00:02.500\n<v Ada &amp; Co>Ciao a tutti &lt;3\n\n',
    );
    expect(write(CUES, 'srt')).toContain('3\n01:02:03,004 --> 01:02:04,000\nDue\nrighe\n');
    expect(write(CUES, 'srt')).toContain('Bob: Ciao\n');
    expect(JSON.parse(write(CUES, 'json'))).toMatchObject({
      version: '1.0.0',
      segments: [
        { speaker: 'Ada & Co', startTime: 1, endTime: 2.5, body: 'Ciao a tutti <3' },
        { speaker: 'Bob' },
        { startTime: 3723.004 },
      ],
    });
    expect(write(CUES, 'txt')).toBe('Ada & Co: Ciao a tutti <3\n\nBob: Ciao\n\nDue\nrighe\n');
  });

  it('writes words with times of their own as lines, from which they are read again', () => {
    const word = (starts_at: number, text: string, speaker: string | null = 'Ada') => ({
      starts_at,
      ends_at: starts_at + 0.25,
      speaker,
      text,
    });
    const cues = [
      word(1, 'Every'),
      word(1.25, 'room'),
      word(1.5, 'sings.'),
      word(1.75, 'Clap'),
      word(2, 'your', 'Bob'),
      word(2.5, 'hands'), // after a pause
      word(2.75, 'and then'),
      word(3, 'Ann:', null),
      word(3.25, 'listen', null),
    ];
    expect(write(cues.slice(0, 4), 'vtt')).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:01.750\n<v Ada>Every <00:00:01.250>room <00:00:01.500>sings.\n' +
        '\n00:00:01.750 --> 00:00:02.000\n<v Ada>Clap\n',
    );
    expect(write(cues.slice(0, 3), 'srt')).toBe(
      '1\n00:00:01,000 --> 00:00:01,750\nAda: Every room sings.\n',
    );
    expect(cuesOf(write(cues, 'vtt'), 'vtt')).toEqual(cues);
  });

  it('writes a text without times as a text alone', () => {
    const stored = { cues: null, text: 'Hello' };
    expect(writeTranscript(stored, 'txt')).toBe('Hello\n');
    expect(writeTranscript(stored, 'vtt')).toBeNull();
  });
});
