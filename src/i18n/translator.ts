/** Gives the text of a key, with its `%name%` placeholders filled. */
export type Translate<Key extends string> = (
  key: Key,
  values?: Readonly<Record<string, string | number>>,
) => string;

export function createTranslator<Key extends string>(
  messages: Readonly<Record<Key, string>>,
): Translate<Key> {
  return (key, values = {}) =>
    messages[key].replace(/%(\w+)%/g, (whole, name: string) => String(values[name] ?? whole));
}

/** The first of the wanted cultures (`it-IT`, or a whole Accept-Language value) that we speak; else English. */
export function resolveLanguage(wanted: string | null | undefined): 'en' | 'it' {
  for (const part of (wanted ?? '').split(',')) {
    const language = part.trim().slice(0, 2).toLowerCase();
    if (language === 'en' || language === 'it') return language;
  }
  return 'en';
}
