import { decodeHTMLStrict } from 'entities';
import { invalid } from '../http/refusal.ts';
import { cleanLine } from '../text/clean-text.ts';

const CUE_CHARACTERS_MAX = 10_000;
const SPEAKER_CHARACTERS_MAX = 200;

/** Lines of plain text, without empty ones and forbidden characters. */
export function cleanCueText(text: string): string {
  const lines = text.split('\n').map(cleanWhole);
  return lines.filter((line) => line !== '').join('\n');
}

/** One line of plain text, whatever its length. */
export function cleanWhole(text: string): string {
  return cleanLine(text.replace(/\p{Surrogate}/gu, '\ufffd'), Number.POSITIVE_INFINITY);
}

/** The name of a speaker. Null if it is empty. */
export const cleanSpeaker = (name: string): string | null =>
  cleanLine(cleanWhole(name), SPEAKER_CHARACTERS_MAX) || null;

/**
 * @param at the line or the segment of the text
 * @throws AppError INVALID_REQUEST
 */
export function requireShort(text: string, at: { n: number } | { place: string }): void {
  if (text.length <= CUE_CHARACTERS_MAX) return;
  const words = 'n' in at ? 'transcript_long' : 'transcript_long_segment';
  throw invalid('transcript', words, { ...at, max: CUE_CHARACTERS_MAX });
}

export const decodeEntities = decodeHTMLStrict;

export function escapeEntities(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
