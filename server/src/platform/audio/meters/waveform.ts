import { isEmpty, type Pcm } from '../decode/pcm.ts';

/** The highest level of each part of a recording, for drawing it. */
export interface Waveform {
  samples_per_second: number;
  /** 0 for silence to 255 for full scale. */
  peaks: Uint8Array;
}

const DETAIL_PER_S = 10;
const OVERVIEW_PEAKS = 1_800; // about the pixels of a wide screen
const MAX_PEAKS = 10_000_000; // 11 days; longer claims are damage

/** Collects the peaks of a recording, ten in a second. */
export function createWaveformMeter() {
  const peaks: number[] = [];
  let [rate, position, peak] = [0, 0, 0];
  const next = () =>
    Math.ceil(((Math.floor((position * DETAIL_PER_S) / rate) + 1) * rate) / DETAIL_PER_S);

  return {
    add(pcm: Pcm): void {
      if (isEmpty(pcm) || peaks.length >= MAX_PEAKS) return;
      if (pcm.rate !== rate) {
        position = Math.round((position / (rate || 1)) * pcm.rate);
        rate = pcm.rate;
      }
      const length = pcm.channels[0]?.length ?? 0;
      for (let at = 0; at < length; ) {
        const edge = next();
        const to = Math.min(length, at + edge - position);
        peak = Math.max(peak, ...pcm.channels.map((samples) => highest(samples, at, to)));
        position += to - at;
        at = to;
        if (position < edge) break;
        peaks.push(toByte(peak));
        peak = 0;
      }
    },
    /** The detailed waveform, padded with silence or cut to `seconds`. */
    finish(seconds: number): Waveform {
      peaks.push(toByte(peak));
      const count = Math.min(MAX_PEAKS, Math.max(1, Math.round(seconds * DETAIL_PER_S)));
      const detail = new Uint8Array(count);
      detail.set(peaks.slice(0, count));
      return { samples_per_second: DETAIL_PER_S, peaks: detail };
    },
  };
}

/**
 * The same waveform with at most 1,800 peaks. Each is the highest of an equal number of peaks of the detailed
 * waveform.
 */
export function makeOverview({ samples_per_second, peaks }: Waveform): Waveform {
  const step = Math.ceil(peaks.length / OVERVIEW_PEAKS);
  const overview = Uint8Array.from({ length: Math.ceil(peaks.length / step) }, (_, index) =>
    peaks.subarray(index * step, (index + 1) * step).reduce((top, peak) => Math.max(top, peak), 0),
  );
  return { samples_per_second: samples_per_second / step, peaks: overview };
}

function highest(samples: Float32Array, from: number, to: number): number {
  let top = 0;
  for (let at = from; at < to; at++) {
    const value = Math.abs(samples[at] as number);
    if (value > top) top = value;
  }
  return top;
}

/** The smallest sound stays visible: only silence is 0. */
const toByte = (level: number): number => Math.min(255, Math.ceil(level * 255 - 1e-6));
