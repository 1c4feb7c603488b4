import { describe, expect, it } from 'vitest';
import { createLoudnessMeter } from '../../../../src/platform/audio/meters/loudness-meter.ts';
import { cut, makeTones, type Tone } from '../../../helpers/make-sound.ts';

const stereo = (level: number, seconds: number, frequency = 1000): Tone => ({
  levels: [level, level],
  seconds,
  frequency,
});

/** The rate is a low one, because each second of sound costs the time of its samples. The rates have a test of their own. */
const USUAL_RATE = 16_000;

function measure(tones: readonly Tone[], rate = USUAL_RATE) {
  const meter = createLoudnessMeter();
  for (const piece of cut(makeTones(tones, rate), [rate])) meter.add(piece);
  return meter.finish();
}

/** EBU Tech 3341, table 1: the expected integrated loudness, to 0.1 LU. */
const INTEGRATED: readonly (readonly [string, readonly Tone[], number])[] = [
  ['a stereo tone at -23 dBFS', [stereo(-23, 20)], -23],
  ['a stereo tone at -33 dBFS', [stereo(-33, 20)], -33],
  ['quiet ends', [stereo(-36, 10), stereo(-23, 60), stereo(-36, 10)], -23],
  [
    'ends below the absolute gate',
    [stereo(-72, 10), stereo(-36, 10), stereo(-23, 60), stereo(-36, 10), stereo(-72, 10)],
    -23,
  ],
  ['three levels', [stereo(-26, 20), stereo(-20, 20.1), stereo(-26, 20)], -23],
  ['five channels', [{ levels: [-28, -28, -24, -30, -30], seconds: 20 }], -23],
  ['5.1, of which the low frequencies do not count', [surround(-28, -24, 0, -30)], -23],
];

function surround(front: number, centre: number, low: number, rear: number): Tone {
  return { levels: [front, front, centre, low, rear, rear], seconds: 20 };
}

describe('createLoudnessMeter', () => {
  it.each(INTEGRATED)('measures %s', (_, tones, expected) => {
    expect(Math.abs((measure(tones).integrated ?? 0) - expected)).toBeLessThan(0.1);
  });

  it.each([8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 96_000])(
    'measures 997 Hz at -23 dBFS with %d Hz',
    (rate) => {
      const { integrated } = measure([stereo(-23, 5, 997)], rate);
      expect(Math.abs((integrated ?? 0) + 23)).toBeLessThan(0.1);
    },
  );

  it('measures one channel 3 LU below two equal ones', () => {
    const { integrated } = measure([{ levels: [-20], seconds: 5, frequency: 997 }]);
    expect(integrated).toBeCloseTo(-23.01, 1);
  });

  /** EBU Tech 3342, table 1: the expected range, to 1 LU. */
  it.each([
    [[-20, -30], 10],
    [[-20, -15], 5],
    [[-40, -20], 20],
    [[-50, -35, -20, -35, -50], 15],
  ])('measures the range of %j', (levels, expected) => {
    const { range } = measure(levels.map((level) => stereo(level, 20)));
    expect(Math.abs((range ?? 0) - expected)).toBeLessThan(1);
  });

  it('does not depend on the lengths of the pieces', () => {
    const sound = makeTones([stereo(-20, 2), stereo(-30, 2), stereo(-18, 3)], 44_100);
    const results = [[441_000], [1], [4096], [1152, 7, 576, 44_100]].map((lengths) => {
      const meter = createLoudnessMeter();
      for (const piece of cut(sound, lengths)) meter.add(piece);
      return meter.finish();
    });
    for (const { integrated, range } of results) {
      expect(integrated).toBeCloseTo(results[0]?.integrated ?? 0, 9);
      expect(range).toBeCloseTo(results[0]?.range ?? 0, 9);
    }
  });

  it('goes on when the sample rate or the number of channels changes', () => {
    const meter = createLoudnessMeter();
    meter.add(makeTones([stereo(-23, 10, 997)], 48_000));
    meter.add(makeTones([{ levels: [-20], seconds: 10, frequency: 997 }], 22_050));
    expect(Math.abs((meter.finish().integrated ?? 0) + 23)).toBeLessThan(0.1);
  });

  it.each([
    ['silence', [{ levels: [-200], seconds: 5 }]],
    ['less than a block', [{ levels: [-10], seconds: 0.3 }]],
    ['nothing', []],
  ])('measures no loudness of %s', (_, tones) => {
    expect(measure(tones)).toEqual({ integrated: null, range: null });
  });
});
