import { rm } from 'node:fs/promises';
import { decodeAudio } from '../decode/decode-audio.ts';
import { isDiskError } from '../is-disk-error.ts';
import { isWavWithoutSizes, repackWav } from '../measure-wav.ts';
import { createSoundMeter } from '../meters/measure-sound.ts';
import { NotPlayable } from '../not-playable.ts';
import { type AudioFacts, type AudioInspection, inspectAudio, probeAudio } from '../probe-audio.ts';
import { repackAdts } from '../repack/repack-adts.ts';
import { isMp3SoughtWrongly, repackMp3 } from '../repack/repack-mp3.ts';
import type { AudioTask, ProcessedAudio } from './processed-audio.ts';

const INSPECTED_PERCENT = 5;
const DECODED_PERCENT = 90;
const DURATION_TOLERANCE_S = 0.1;

/**
 * Reads, decodes and measures an audio file, and writes a repacked copy if browsers would seek wrongly in it.
 * @throws NotPlayable with the defect of the file.
 */
export async function analyseAudio(
  { path, output }: AudioTask,
  onProgress: (percent: number) => void,
): Promise<ProcessedAudio> {
  const inspection = await inspectAudio(path);
  onProgress(INSPECTED_PERCENT);
  const { facts, tags, cover } = inspection;
  const span = DECODED_PERCENT - INSPECTED_PERCENT;
  const measured = await measure(path, inspection, (seconds) =>
    onProgress(INSPECTED_PERCENT + span * Math.min(1, seconds / facts.duration)),
  );
  const needs_repack = await needsRepack(path, inspection);
  onProgress(DECODED_PERCENT);
  const repacked = needs_repack && output ? await repack(path, output, inspection) : null;
  return { ...measured, facts, tags, cover, needs_repack, repacked };
}

async function measure(
  path: string,
  { container, facts }: AudioInspection,
  onDecoded: (seconds: number) => void,
) {
  const meter = createSoundMeter();
  let [seconds, sample_rate, channels] = [0, 0, 0];
  try {
    for await (const pcm of decodeAudio(path, container)) {
      meter.add(pcm);
      seconds += (pcm.channels[0]?.length ?? 0) / pcm.rate;
      sample_rate = Math.max(sample_rate, pcm.rate);
      channels = Math.max(channels, pcm.channels.length);
      onDecoded(seconds);
    }
  } catch (error) {
    // Damage in the middle: players stop there as well. A file without any playable sound is refused.
    if (error instanceof NotPlayable || isDiskError(error)) throw error;
  }
  if (seconds === 0) throw new NotPlayable('undecodable');
  return { ...meter.finish(facts.duration), sample_rate, channels };
}

async function needsRepack(path: string, { container }: AudioInspection): Promise<boolean> {
  if (container === 'mp3') return isMp3SoughtWrongly(path);
  return container === 'aac' || (container === 'wav' && (await isWavWithoutSizes(path)));
}

/** Null if there is no copy of the same length as the original. The original is fine without one. */
async function repack(
  path: string,
  output: string,
  inspection: AudioInspection,
): Promise<AudioFacts | null> {
  try {
    if (inspection.container === 'mp3') await repackMp3(path, output);
    else if (inspection.container === 'wav') await repackWav(path, output);
    else if (!(await repackAdts(path, output, inspection))) return null;
    const facts = await probeAudio(output);
    const difference = Math.abs(facts.duration - inspection.facts.duration);
    if (difference <= DURATION_TOLERANCE_S) return facts;
  } catch (error) {
    if (isDiskError(error)) throw error;
  }
  await rm(output, { force: true });
  return null;
}
