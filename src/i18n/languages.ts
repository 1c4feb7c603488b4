import type { LanguageMessages } from './messages.ts';

interface LanguageFacts {
  /** The texts were drafted by a machine, and no speaker of the language has read them yet. */
  isDraft?: true;
}

/**
 * Every language, by its BCP 47 name in lower case. A new language is one line here, and a file of that name beside each
 * `en.json`: `src/i18n`, `site/src/i18n` and `server/src/i18n`.
 */
export const LANGUAGES = {
  en: {},
  it: {},
  ar: { isDraft: true },
} satisfies Record<string, LanguageFacts>;

export type Language = keyof typeof LANGUAGES;

const FALLBACK: Language = 'en';

/** The texts of the player in a language, or in English if there is no such language. */
export async function loadMessages(language: string): Promise<LanguageMessages> {
  const known = resolveLanguage(language);
  return import(/* @vite-ignore */ `./${known}.json`);
}

/** Loads something for every language. */
export async function loadEach<Texts>(
  load: (language: Language) => Promise<Texts>,
): Promise<Readonly<Record<Language, Texts>>> {
  const languages = Object.keys(LANGUAGES) as Language[];
  const texts = await Promise.all(languages.map(load));
  return Object.fromEntries(languages.map((language, index) => [language, texts[index]])) as Record<
    Language,
    Texts
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
  const weight = parameters.map((text) => /^q\s*=\s*(\S*)$/i.exec(text.trim())?.[1]).find(Boolean);
  return {
    tag: tag.trim().toLowerCase().replaceAll('_', '-'),
    quality: weight === undefined ? 1 : Number(weight),
  };
}

const isLanguage = (tag: string): tag is Language => Object.hasOwn(LANGUAGES, tag);
