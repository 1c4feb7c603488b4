import { type Language, resolveLanguage } from 'earshot/internal';
import type { KeyOf } from 'earshot/react';
import type english from './en.json';

/** Every text of the site in one language. The English file defines the keys. */
export type SiteCatalogue = typeof english;

export type SiteMessageKey = KeyOf<SiteCatalogue['site']>;

const load = (language: Language): Promise<SiteCatalogue> =>
  import(/* @vite-ignore */ `./${language}.json`);

/** The texts of the site in a language, or in English if there is no such language. */
export async function loadTexts(language: string): Promise<SiteCatalogue> {
  return load(resolveLanguage(language));
}
