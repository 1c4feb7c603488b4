import type { Pcm } from '../decode/pcm.ts';
import type { Fingerprint } from '../fingerprint/fingerprint.ts';
import { createFingerprintMeter } from './fingerprint-meter.ts';
import { createLevelMeter, type Levels } from './level-meter.ts';
import { createLoudnessMeter, type Loudness } from './loudness-meter.ts';
import { createTruePeakMeter } from './true-peak.ts';
import { createWaveformMeter, makeOverview, type Waveform } from './waveform.ts';

/** Facts that only decoded sound reveals. */
export interface SoundFacts extends Levels {
  loudness: Loudness & {
    /** dBTP (ITU-R BS.1770-5, annex 2). Null for digital silence. */
    true_peak: number | null;
  };
}

export interface MeasuredSound {
  sound: SoundFacts;
  overview: Waveform;
  detail: Waveform;
  fingerprint: Fingerprint;
}

/** All meters in one pass over the sound. `finish` takes the length of the recording in seconds. */
export function createSoundMeter() {
  const loudness = createLoudnessMeter();
  const truePeak = createTruePeakMeter();
  const levels = createLevelMeter();
  const waveform = createWaveformMeter();
  const fingerprint = createFingerprintMeter();
  const meters = [loudness, truePeak, levels, waveform, fingerprint];
  return {
    add(pcm: Pcm): void {
      for (const meter of meters) meter.add(pcm);
    },
    finish(seconds: number): MeasuredSound {
      const detail = waveform.finish(seconds);
      const sound = {
        loudness: { ...loudness.finish(), true_peak: truePeak.finish() },
        ...levels.finish(),
      };
      return { sound, overview: makeOverview(detail), detail, fingerprint: fingerprint.finish() };
    },
  };
}
