import type { LanguageMessages } from './messages.ts';

/** Every language, by its BCP 47 name in lower case. A new language is a folder of messages and one line here. */
export const LANGUAGES = {
  en: () => import('./en/messages.ts'),
  it: () => import('./it/messages.ts'),
  ar: () => import('./ar/messages.ts'),
} satisfies Record<string, () => Promise<{ messages: LanguageMessages }>>;

export type Language = keyof typeof LANGUAGES;

const FALLBACK: Language = 'en';

/** The messages of a language, or of English if there is no such language. */
export async function loadMessages(language: string): Promise<LanguageMessages> {
  const { messages } = await LANGUAGES[resolveLanguage(language)]();
  return messages;
}

/** The messages of every language, for a server that renders in any of them. */
export async function loadAllMessages(): Promise<Readonly<Record<Language, LanguageMessages>>> {
  const load = async ([language, load]: [string, () => Promise<{ messages: LanguageMessages }>]) =>
    [language, (await load()).messages] as const;
  return Object.fromEntries(await Promise.all(Object.entries(LANGUAGES).map(load))) as Record<
    Language,
    LanguageMessages
  >;
}

/**
 * The language that suits a culture (`it-IT`) or a whole `Accept-Language` header (`fr, it;q=0.8`) best: the one that
 * the reader ranks highest among those that exist, otherwise English.
 */
export function resolveLanguage(wanted: string | null | undefined): Language {
  const ranked = (wanted ?? '')
    .split(',')
    .map(readRange)
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of ranked) {
    const [primary = ''] = tag.split('-');
    if (isLanguage(tag)) return tag;
    if (isLanguage(primary)) return primary;
    if (tag === '*') return FALLBACK;
  }
  return FALLBACK;
}

/** One entry of an `Accept-Language` header (RFC 9110, 12.5.4). Without a weight it counts 1, and 0 refuses it. */
function readRange(entry: string): { tag: string; quality: number } {
  const [tag = '', ...parameters] = entry.split(';');
  const weight = parameters.map((text) => /^\s*q\s*=\s*(\S*)\s*$/i.exec(text)?.[1]).find(Boolean);
  return {
    tag: tag.trim().toLowerCase().replaceAll('_', '-'),
    quality: weight === undefined ? 1 : Number(weight),
  };
}

const isLanguage = (tag: string): tag is Language => Object.hasOwn(LANGUAGES, tag);
