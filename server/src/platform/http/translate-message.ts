import type { Language } from 'earshot/internal';
import { ar } from './messages-ar.ts';
import { it } from './messages-it.ts';

/** Values that are no text to read: `must be {value}` must not take the words of another message for a value. */
const VALUES: Readonly<Record<string, string>> = { n: '\\d[\\d.]*', value: '\\S+' };

type Translate = (words: string) => string | null;

const TRANSLATORS: Readonly<Partial<Record<Language, Translate>>> = {
  it: translator(it),
  ar: translator(ar),
};

/**
 * A message of an error in another language. The name of the field before it stays: `email: è necessario`. English words
 * that the language does not know stay as well.
 * @param message as an error has it: `email: is required`, or a sentence
 */
export function translateMessage(message: string, language: Language): string {
  const translate = TRANSLATORS[language];
  if (!translate) return message;
  const [, field = '', words = message] = /^([^:]+: )(.+)$/s.exec(message) ?? [];
  const translated = translate(words);
  return translated === null ? (translate(message) ?? message) : field + translated;
}

/** English words are the keys, so that what throws an error need not know of languages. */
function translator(messages: Readonly<Record<string, string>>): Translate {
  const patterns = Object.entries(messages)
    .filter(([english]) => english.includes('{'))
    .sort(([one], [other]) => other.length - one.length) // the shorter ones match more
    .map(([english, translated]) => ({ pattern: toPattern(english), translated }));
  return (words) => {
    if (Object.hasOwn(messages, words)) return messages[words] ?? null;
    for (const { pattern, translated } of patterns) {
      const values = pattern.exec(words)?.groups;
      if (values) return translated.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
    }
    return null;
  };
}

/** `must be at most {n}` as an expression with the group `n`. */
function toPattern(english: string): RegExp {
  const source = english
    .split(/\{(\w+)\}/)
    .map((part, index) =>
      index % 2 === 0 ? escapeText(part) : `(?<${part}>${VALUES[part] ?? '.+?'})`,
    );
  return new RegExp(`^${source.join('')}$`, 's');
}

function escapeText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
