import type { MediaFacts } from 'earshot/contract';
import type { ProcessedAudio } from '../../platform/audio/worker/processed-audio.ts';
import { cleanLine } from '../../platform/text/clean-text.ts';

/** The stored facts of an upload. Texts of tags become plain lines. */
export function toFacts(audio: ProcessedAudio, bytes: number): MediaFacts {
  const { facts, tags, sound, sample_rate, channels, needs_repack } = audio;
  const { integrated, true_peak, range } = sound.loudness;
  return {
    title: lineOf(tags.title),
    artist: lineOf(tags.artist),
    album: lineOf(tags.album),
    chapters: chaptersOf(audio),
    sample_rate,
    channels,
    bitrate: Math.round((bytes * 8) / facts.duration),
    loudness: { integrated: tenth(integrated), true_peak: tenth(true_peak), range: tenth(range) },
    clipping: sound.clipping,
    silence_start: hundredth(sound.silence_start),
    silence_end: hundredth(sound.silence_end),
    needs_repack,
    repacked: audio.repacked !== null,
  };
}

const tenth = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 10) / 10;

const hundredth = (value: number): number => Math.round(value * 100) / 100;

const lineOf = (text: string | null): string | null => cleanLine(text ?? undefined) || null;

/** One chapter at each position within the recording. */
function chaptersOf({ facts: { chapters, duration } }: ProcessedAudio): MediaFacts['chapters'] {
  const inside = chapters.filter(({ starts_at }) => starts_at >= 0 && starts_at < duration);
  const byStart = new Map(
    inside.map(({ starts_at, title }) => [starts_at, { starts_at, title: cleanLine(title) }]),
  );
  return [...byStart.values()];
}
