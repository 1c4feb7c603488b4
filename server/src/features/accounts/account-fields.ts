import { AppError } from 'earshot/contract';
import { cleanLine } from '../../platform/text/clean-text.ts';

export const PASSWORD_LENGTH_MIN = 8; // characters
const PASSWORD_BYTES_MAX = 1_000; // a longer one would only cost time
const NAME_LENGTH_MAX = 80; // characters
const DESCRIPTION_LENGTH_MAX = 4_000; // characters

const refuse = (field: string, words: string) =>
  new AppError('INVALID_REQUEST', { messages: [`${field}: ${words}`] });

const lengthOf = (text: string) => [...text].length;

/** @throws AppError INVALID_REQUEST for a password that is too short or too long */
export function checkPassword(password: string): void {
  if (lengthOf(password) < PASSWORD_LENGTH_MIN) {
    throw refuse('password', `must have at least ${PASSWORD_LENGTH_MIN} characters`);
  }
  if (Buffer.byteLength(password) > PASSWORD_BYTES_MAX) {
    throw refuse('password', `must have at most ${PASSWORD_BYTES_MAX} bytes`);
  }
}

/**
 * One line without control characters: a name becomes part of pages, feeds and headers.
 * @throws AppError INVALID_REQUEST
 */
export function readName(text: string): string {
  const name = cleanLine(text).normalize('NFC');
  if (name === '') throw refuse('name', 'must not be empty');
  if (lengthOf(name) > NAME_LENGTH_MAX) {
    throw refuse('name', `must have at most ${NAME_LENGTH_MAX} characters`);
  }
  return name;
}

// Control characters except the line feed, and those that turn the direction of the text after them.
const UNSEEN = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** @throws AppError INVALID_REQUEST */
export function readDescription(text: string): string {
  const description = text.replace(/\r\n?/g, '\n').replace(UNSEEN, '').trim();
  if (lengthOf(description) <= DESCRIPTION_LENGTH_MAX) return description;
  throw refuse('description', `must have at most ${DESCRIPTION_LENGTH_MAX} characters`);
}

/** @throws AppError INVALID_REQUEST */
export function readGender(text: string | null): string | null {
  const gender = cleanLine(text ?? '');
  if (lengthOf(gender) > NAME_LENGTH_MAX) {
    throw refuse('gender', `must have at most ${NAME_LENGTH_MAX} characters`);
  }
  return gender || null;
}

const FIRST_YEAR = '1900';

/** @throws AppError INVALID_REQUEST unless the text is a day of the calendar that has passed */
export function readBirthday(text: string | null, today: Date = new Date()): string | null {
  if (text === null || text === '') return null;
  const time = Date.parse(`${text}T00:00:00Z`);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time);
  // Date.parse moves 30 February to March.
  if (!isDay || new Date(time).toISOString().slice(0, 10) !== text) {
    throw refuse('birthday', 'must be a day such as 1990-01-31');
  }
  if (text < FIRST_YEAR || text > today.toISOString().slice(0, 10)) {
    throw refuse('birthday', `must lie between ${FIRST_YEAR} and today`);
  }
  return text;
}
