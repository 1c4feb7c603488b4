import type { Language } from 'earshot/internal';
import { AR } from './texts-ar.ts';
import { type AccountTexts, EN } from './texts-en.ts';
import { IT } from './texts-it.ts';

const TEXTS: Readonly<Record<Language, AccountTexts>> = { en: EN, it: IT, ar: AR };

/** A text in a language, with its `{placeholders}` filled in. */
export function textIn(
  language: Language,
  key: keyof AccountTexts,
  values: Readonly<Record<string, string>> = {},
): string {
  return TEXTS[language][key].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
