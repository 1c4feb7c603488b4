import { describe, expect, it } from 'vitest';
import type { Pcm } from '../../../../src/platform/audio/decode/pcm.ts';
import { createSoundMeter } from '../../../../src/platform/audio/meters/measure-sound.ts';
import { makeOverview } from '../../../../src/platform/audio/meters/waveform.ts';
import { cut, makeTones, type Tone } from '../../../helpers/make-sound.ts';

const RATE = 48_000;

function measure(sound: Pcm, lengths: readonly number[] = [4096]) {
  const meter = createSoundMeter();
  for (const piece of cut(sound, lengths)) meter.add(piece);
  return meter.finish((sound.channels[0]?.length ?? 0) / sound.rate);
}

const tone = (options: Partial<Tone>): Tone => ({ levels: [-20], seconds: 1, ...options });

function mono(...parts: readonly (readonly number[])[]): Pcm {
  return { channels: [Float32Array.from(parts.flat())], rate: RATE };
}

/** An abrupt start would have a peak of its own. */
const fade = ({ channels, rate }: Pcm): Pcm => ({
  rate,
  channels: channels.map((samples) =>
    samples.map((x, at) => x * Math.min(1, at / 4800, (samples.length - at) / 4800)),
  ),
});

const times = (count: number, value: number): number[] => Array(count).fill(value);

describe('the true peak', () => {
  /** EBU Tech 3341, cases 15 to 19: tones whose peaks lie between the samples. Allowed: +0.2 and -0.4 dB. */
  it.each([
    [4, 0, -6],
    [4, 45, -6],
    [6, 60, -6],
    [8, 67.5, -6],
    [4, 45, 3],
  ])('of a tone at 1/%d of the sample rate, %d degrees late, is %d dBTP', (part, phase, level) => {
    const sound = makeTones([tone({ levels: [level], frequency: RATE / part, phase })], RATE);
    const { true_peak } = measure(fade(sound)).sound.loudness;
    expect(true_peak).toBeGreaterThan(level - 0.4);
    expect(true_peak).toBeLessThan(level + 0.2);
  });

  it('is the same in pieces of any length', () => {
    const sound = makeTones([tone({ frequency: 11_999, phase: 44, levels: [-3, -9] })], RATE);
    const peaks = [[1], [15], [16], [64], [1152], [48_000]].map(
      (lengths) => measure(sound, lengths).sound.loudness.true_peak,
    );
    expect(new Set(peaks).size).toBe(1);
  });

  it('of digital silence is null', () => {
    expect(measure(mono(times(RATE, 0))).sound.loudness.true_peak).toBeNull();
  });
});

describe('clipping', () => {
  it('counts each place where samples stay at full scale', () => {
    const sound = mono(times(99, 0.1), times(5, 1), times(99, 0.1), times(3, -1), times(99, 0.1));
    expect(measure(sound).sound.clipping).toBe(2);
    expect(measure(sound, [1]).sound.clipping).toBe(2);
  });

  it('does not count a tone that just reaches full scale', () => {
    const sound = makeTones([tone({ levels: [0], frequency: 997 })], RATE);
    expect(measure(sound).sound.clipping).toBe(0);
  });

  it('counts a tone that was cut off at full scale', () => {
    const { channels, rate } = makeTones([tone({ levels: [6], frequency: 100 })], RATE);
    const cutOff = channels.map((samples) => samples.map((x) => Math.max(-1, Math.min(1, x))));
    expect(measure({ channels: cutOff, rate }).sound.clipping).toBe(200);
  });
});

describe('silence', () => {
  it('is measured at both ends, below -60 dBFS', () => {
    const sound = mono(times(RATE, 0.0009), times(RATE, 0.1), times(RATE / 2, -0.0009));
    expect(measure(sound, [777]).sound).toMatchObject({ silence_start: 1, silence_end: 0.5 });
  });

  it('ends where the first channel begins', () => {
    const sound = {
      rate: RATE,
      channels: [
        Float32Array.from([...times(RATE, 0), ...times(RATE, 0.5)]),
        Float32Array.from([...times(RATE / 2, 0), ...times(RATE, 0.5), ...times(RATE / 2, 0)]),
      ],
    };
    expect(measure(sound).sound).toMatchObject({ silence_start: 0.5, silence_end: 0 });
  });

  it('is the whole length of a silent recording', () => {
    expect(measure(mono(times(RATE, 0))).sound).toMatchObject({ silence_start: 1, silence_end: 0 });
  });
});

describe('the waveform', () => {
  it('has ten peaks in a second, the highest of all channels', () => {
    const levels = (second: number) => [second === 0 ? 0.2 : 0.05, second === 1 ? 1 : 0.1];
    const channels = [0, 1].map((channel) =>
      Float32Array.from([0, 1].flatMap((second) => times(RATE, levels(second)[channel] ?? 0))),
    );
    const { detail, overview } = measure({ channels, rate: RATE }, [1001]);
    expect(detail.samples_per_second).toBe(10);
    expect([...detail.peaks]).toEqual([...times(10, 51), ...times(10, 255)]);
    expect(overview).toEqual(detail);
  });

  it.each([11_025, 8_000, 44_100])('keeps the time with %d Hz', (rate) => {
    const seconds = 61;
    const samples = new Float32Array(rate * seconds);
    for (let second = 0; second < seconds; second++) samples[second * rate] = 1;
    const { detail } = measure({ channels: [samples], rate }, [rate / 5]);
    expect(detail.peaks.length).toBe(seconds * 10);
    const clicks = [...detail.peaks].flatMap((peak, at) => (peak === 255 ? [at] : []));
    expect(clicks).toEqual(Array.from({ length: seconds }, (_, second) => second * 10));
  });

  it('shows the quietest sound, and levels above full scale as full', () => {
    expect([...measure(mono(times(4800, 0.0001), times(4800, 1.4))).detail.peaks]).toEqual([
      1, 255,
    ]);
  });

  it('is as long as the recording, not as what could be decoded', () => {
    const meter = createSoundMeter();
    meter.add(mono(times(RATE, 1)));
    expect([...meter.finish(2).detail.peaks]).toEqual([...times(10, 255), ...times(10, 0)]);
  });

  it('has at most 1,800 peaks in its overview', () => {
    const peaks = Uint8Array.from({ length: 36_008 }, (_, at) => (at < 200 ? at : 9));
    const overview = makeOverview({ samples_per_second: 10, peaks });
    expect(overview.peaks.length).toBe(Math.ceil(36_008 / 21));
    expect(overview.samples_per_second).toBeCloseTo(10 / 21);
    expect(overview.peaks[0]).toBe(20);
    expect(overview.peaks.at(-1)).toBe(9);
  });
});
