import { AppError, ERRORS, type ErrorReason } from 'earshot/contract';
import type { Language } from 'earshot/internal';
import { type ServerTexts, type TextValues, textIn } from '../../i18n/texts.ts';

type ErrorKey = keyof ServerTexts['errors'];

/** The key of a text, or English words that only programs read. */
export type Words = ErrorKey | `${string} ${string}`;

/** A message about a field, or about the whole request. */
export interface Said {
  field?: string;
  words: Words;
  values?: TextValues;
}

/** An error with messages that exist in every language. */
export class Refusal extends AppError {
  readonly said: readonly Said[];

  /** @param said The words of one message, or all messages. */
  constructor(reason: ErrorReason, said: Words | readonly Said[], options?: ErrorOptions) {
    const list = typeof said === 'string' ? [{ words: said }] : said;
    super(reason, { ...options, messages: list.map((one) => sayIn('en', one)) });
    this.said = list;
  }
}

/** An error of a field, or of the whole `request`. */
export const invalid = (field: string, words: Words, values: TextValues = {}): Refusal =>
  new Refusal('INVALID_REQUEST', [{ field, words, values }]);

/** The messages of an error in a language. */
export function messagesIn(language: Language, error: AppError): string[] {
  if (error instanceof Refusal) return error.said.map((one) => sayIn(language, one));
  const { message } = ERRORS[error.reason];
  const said = { words: error.reason as ErrorKey };
  return error.messages.map((own) => (own === message ? sayIn(language, said) : own));
}

/** The key of a text, or another message if there is no such text. */
export const keyOr = (key: string, instead: Words): Words =>
  textIn('en', 'errors', key as ErrorKey) === key ? instead : (key as ErrorKey);

export function sayIn(language: Language, { field, words, values }: Said): string {
  const text = textIn(language, 'errors', words as ErrorKey, values);
  return field === undefined ? text : `${field}: ${text}`;
}
