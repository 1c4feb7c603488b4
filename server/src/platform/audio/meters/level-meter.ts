import type { Pcm } from '../decode/pcm.ts';

export interface Levels {
  /** Places where at least three samples in a row are at full scale: the recording was too loud. */
  clipping: number;
  /** Seconds below -60 dBFS before the first and after the last sound. */
  silence_start: number;
  silence_end: number;
}

const SILENCE = 10 ** (-60 / 20);
const FULL_SCALE = 0.9999; // 16-bit samples end at 0.99997
const CLIPPED_RUN = 3; // a sound wave whose peak just touches full scale stays there for one or two samples

/** Counts clipped places, and the silence at both ends. */
export function createLevelMeter() {
  let clipping = 0;
  let runs: number[] = [];
  let clock = { rate: 0, samples: 0, before: 0 }; // counts samples, because seconds would accumulate an error
  let start: number | null = null;
  let end = 0;

  const seconds = (more = 0) => clock.before + (clock.samples + more) / (clock.rate || 1);

  function addChannel(samples: Float32Array, index: number): void {
    let run = runs[index] ?? 0;
    let [first, last] = [-1, -1];
    for (let at = 0; at < samples.length; at++) {
      const value = Math.abs(samples[at] as number);
      if (value >= SILENCE) {
        if (first < 0) first = at;
        last = at;
      }
      run = value >= FULL_SCALE ? run + 1 : 0;
      if (run === CLIPPED_RUN) clipping += 1;
    }
    runs[index] = run;
    if (first < 0) return;
    start = Math.min(start ?? Number.POSITIVE_INFINITY, seconds(first));
    end = Math.max(end, seconds(last + 1));
  }

  return {
    add({ channels, rate }: Pcm): void {
      if (runs.length !== channels.length) runs = channels.map(() => 0);
      if (rate !== clock.rate) clock = { rate, samples: 0, before: seconds() };
      for (const [index, samples] of channels.entries()) addChannel(samples, index);
      clock.samples += channels[0]?.length ?? 0;
    },
    /** In a file without sound, the whole length is silence at its start. */
    finish: (): Levels => ({
      clipping,
      silence_start: start ?? seconds(),
      silence_end: start === null ? 0 : seconds() - end,
    }),
  };
}
