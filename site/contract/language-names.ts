import { LANGUAGES, type Language } from 'earshot/internal';

/** Each language in its own words, for people who read no other. */
export function listLanguages(): { culture: Language; name: string }[] {
  return (Object.keys(LANGUAGES) as Language[]).map((culture) => ({
    culture,
    name: nameOf(culture),
  }));
}

/** A name begins with a capital, although many languages write it small inside a sentence. */
function nameOf(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
