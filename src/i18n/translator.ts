import type { Message, PluralForms } from './messages.ts';

/** Gives the text of a key, with its `%name%` placeholders filled. A plural is chosen by the value `count`. */
export type Translate<Key extends string> = (
  key: Key,
  values?: Readonly<Record<string, string | number>>,
) => string;

/** The catalogue of a player names its own language; for others `language` chooses the plural forms. */
export function createTranslator<Key extends string>(
  messages: Readonly<Record<Key, Message>> & { readonly language?: Message },
  language: string = String(messages.language ?? 'en'),
): Translate<Key> {
  return (key, values = {}) => {
    const message: Message = messages[key];
    const text = typeof message === 'string' ? message : pluralOf(message, language, values);
    return text.replace(/%(\w+)%/g, (whole, name: string) => String(values[name] ?? whole));
  };
}

const rules = new Map<string, Intl.PluralRules>();

/** Intl.PluralRules takes 0.3 ms to make in Chromium, Intl.NumberFormat 11 ms: it is made once, if a plural is shown. */
function pluralOf(forms: PluralForms, language: string, { count }: { count?: unknown }): string {
  const rule = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, rule);
  return forms[rule.select(Number(count))] ?? forms.other;
}
