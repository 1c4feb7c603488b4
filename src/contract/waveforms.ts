/** `overview` has at most 1,800 peaks for the whole recording, `detail` has 10 for each second. */
export type WaveformResolution = 'overview' | 'detail';

/** The highest level of each part of a recording, for drawing it. */
export interface Waveform {
  samples_per_second: number;
  /** 0 for silence to 1 for full scale. */
  peaks: number[];
}

/** The waveform of an episode in the API, under `API_URL`. */
export const WAVEFORM_API_ROUTES = {
  episode_waveform: '/episode/{episode_id}/waveform',
} as const;
