/** The errors of a form. */
export interface FormErrors {
  /** Texts by the name of their field. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Errors that concern no field of the form. */
  readonly top: readonly string[];
}

export const NO_ERRORS: FormErrors = { fields: {}, top: [] };

/**
 * Sorts the messages of an error. A message `field: text. text` belongs under its field, one line for each text. A
 * message without a field of the form is shown unchanged on top, because it may contain colons. An error in an entry
 * of a list (`people/0/url: text`) belongs under the list, with the number of the entry.
 */
export function readFieldErrors(messages: readonly string[], known: readonly string[]): FormErrors {
  const fields: Record<string, string[]> = {};
  const top: string[] = [];
  for (const message of messages) {
    const colon = message.indexOf(': ');
    const name = message.slice(0, Math.max(colon, 0));
    const [field = '', entry] = name.split('/');
    if (!known.includes(field)) {
      top.push(message);
      continue;
    }
    const texts = message.slice(colon + 2).split('. ');
    const numbered =
      entry === undefined ? texts : texts.map((text) => `${Number(entry) + 1}: ${text}`);
    fields[field] = [...(fields[field] ?? []), ...numbered];
  }
  return { fields, top };
}
