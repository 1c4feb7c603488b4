/** `overview` has at most 1,800 peaks for the whole recording, `detail` has 10 for each second. */
export type WaveformResolution = 'overview' | 'detail';

/** The highest level of each part of a recording, for drawing it. */
export interface Waveform {
  samples_per_second: number;
  /** 0 for silence to 1 for full scale. */
  peaks: number[];
}
