import type { Language } from 'earshot/internal';
import { AR } from './mail-texts-ar.ts';
import { EN, type MailTexts } from './mail-texts-en.ts';
import { IT } from './mail-texts-it.ts';

const TEXTS: Readonly<Record<Language, MailTexts>> = { en: EN, it: IT, ar: AR };

/** A text in a language, with its `{placeholders}` filled in. */
export function mailTextIn(
  language: Language,
  key: keyof MailTexts,
  values: Readonly<Record<string, string>> = {},
): string {
  return TEXTS[language][key].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
