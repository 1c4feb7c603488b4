import { fill, type Language, loadEach } from 'earshot/internal';
import type english from './en.json';

/** Every text of the server in one language. The English file decides which there are. */
export type ServerTexts = typeof english;

const TEXTS = await loadEach(
  (language): Promise<ServerTexts> => import(/* @vite-ignore */ `./${language}.json`),
);

/** The values of a text's placeholders. A function gives words in the language of the text. */
export type TextValues = Readonly<
  Record<string, string | number | ((language: Language) => string)>
>;

/** A text of a section in a language, with its `{{name}}` placeholders filled. */
export function textIn<Section extends keyof ServerTexts>(
  language: Language,
  section: Section,
  key: keyof ServerTexts[Section] & string,
  values: TextValues = {},
): string {
  const texts: Readonly<Record<string, string>> = TEXTS[language][section];
  const said = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'function' ? value(language) : value,
  ]);
  return fill(texts[key] ?? key, Object.fromEntries(said));
}
