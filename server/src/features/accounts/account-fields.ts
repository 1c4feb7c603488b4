import { invalid } from '../../platform/http/refusal.ts';
import { cleanLine } from '../../platform/text/clean-text.ts';
import { isBlank } from '../../platform/text/plain-text.ts';

const PASSWORD_LENGTH_MIN = 8; // characters
const PASSWORD_BYTES_MAX = 1_000; // a longer one would only take more time
const NAME_LENGTH_MAX = 80; // characters
const DESCRIPTION_LENGTH_MAX = 4_000; // characters

const lengthOf = (text: string) => [...text].length;

/** @throws AppError INVALID_REQUEST for a password that is too short or too long */
export function checkPassword(password: string): void {
  if (lengthOf(password) < PASSWORD_LENGTH_MIN) {
    throw invalid('password', 'have_min_characters', { n: PASSWORD_LENGTH_MIN });
  }
  if (Buffer.byteLength(password) > PASSWORD_BYTES_MAX) {
    throw invalid('password', 'max_bytes', { n: PASSWORD_BYTES_MAX });
  }
}

/**
 * One line without control characters: a name becomes part of pages, feeds and headers.
 * @throws AppError INVALID_REQUEST
 */
export function readName(text: string): string {
  const name = cleanLine(text).normalize('NFC');
  if (isBlank(name)) throw invalid('name', 'empty');
  if (lengthOf(name) > NAME_LENGTH_MAX) {
    throw invalid('name', 'have_max_characters', { n: NAME_LENGTH_MAX });
  }
  return name;
}

// Control characters except the line feed, and those that change the direction of the text after them.
const UNSEEN = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** @throws AppError INVALID_REQUEST */
export function readDescription(text: string): string {
  const description = text.replace(/\r\n?/g, '\n').replace(UNSEEN, '').trim();
  if (lengthOf(description) <= DESCRIPTION_LENGTH_MAX) return description;
  throw invalid('description', 'have_max_characters', { n: DESCRIPTION_LENGTH_MAX });
}

/** @throws AppError INVALID_REQUEST */
export function readGender(text: string | null): string | null {
  const gender = cleanLine(text ?? '');
  if (lengthOf(gender) > NAME_LENGTH_MAX) {
    throw invalid('gender', 'have_max_characters', { n: NAME_LENGTH_MAX });
  }
  return gender || null;
}

const FIRST_YEAR = '1900';

/** @throws AppError INVALID_REQUEST unless the text is a calendar day in the past */
export function readBirthday(text: string | null): string | null {
  if (text === null || text === '') return null;
  const time = Date.parse(`${text}T00:00:00Z`);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time);
  // Date.parse turns 30 February into March.
  if (!isDay || new Date(time).toISOString().slice(0, 10) !== text) {
    throw invalid('birthday', 'day');
  }
  if (text < FIRST_YEAR || text > new Date().toISOString().slice(0, 10)) {
    throw invalid('birthday', 'birthday_range', { year: FIRST_YEAR });
  }
  return text;
}
