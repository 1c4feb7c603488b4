import { fill, type Language, loadEach } from 'earshot/internal';
import type english from './en.json';

/** Every text of the server in one language. The English file decides which there are. */
export type ServerTexts = typeof english;

const TEXTS = await loadEach(
  (language): Promise<ServerTexts> => import(/* @vite-ignore */ `./${language}.json`),
);

/** A text of a section in a language, with its `{{name}}` placeholders filled. */
export function textIn<Section extends keyof ServerTexts>(
  language: Language,
  section: Section,
  key: keyof ServerTexts[Section] & string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const texts: Readonly<Record<string, string>> = TEXTS[language][section];
  return fill(texts[key] ?? key, values);
}
