import { decodeHTMLStrict } from 'entities';
import { invalid } from '../http/refusal.ts';
import { cleanLine } from '../text/clean-text.ts';

const CUE_CHARACTERS_MAX = 10_000;
const SPEAKER_CHARACTERS_MAX = 200;

/** An error of a transcript, and its place. */
export const refuse = (place: string, words: string) => invalid('transcript', `${place}: ${words}`);

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

/** @throws AppError INVALID_REQUEST */
export function requireShort(text: string, place: string): void {
  if (text.length <= CUE_CHARACTERS_MAX) return;
  throw refuse(
    place,
    `its text is too long; divide it into cues of at most ${CUE_CHARACTERS_MAX} characters`,
  );
}

export const decodeEntities = decodeHTMLStrict;

export function escapeEntities(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
