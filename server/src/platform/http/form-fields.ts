import { invalid } from './read-json.ts';

const FIELDS_MAX = 1_000;
const MARK = /\uFFFD/;

/** The fields of a form or a query: texts by name, each name as often as it was given. */
export class FormFields {
  readonly #values = new Map<string, string[]>();
  #count = 0;

  /** @throws AppError INVALID_REQUEST for more than 1000 fields */
  add(name: string, value: string): void {
    if (++this.#count > FIELDS_MAX) {
      throw invalid(`request: must not have more than ${FIELDS_MAX} fields`);
    }
    const values = this.#values.get(name);
    if (values) values.push(value);
    else this.#values.set(name, [value]);
  }

  /** The fields whose names pass. */
  only(passes: (name: string) => boolean): FormFields {
    const rest = new FormFields();
    for (const [name, values] of this.#values) {
      if (passes(name)) for (const value of values) rest.add(name, value);
    }
    return rest;
  }

  get entries(): ReadonlyMap<string, readonly string[]> {
    return this.#values;
  }
}

/**
 * Reads `application/x-www-form-urlencoded` text.
 * @throws AppError INVALID_REQUEST for percent-encoded bytes that are not UTF-8
 */
export function readForm(text: string): FormFields {
  const fields = new FormFields();
  for (const [name, value] of new URLSearchParams(text)) fields.add(name, value);
  // URLSearchParams puts U+FFFD for bytes that it cannot read. The text may also contain a real one.
  const hasMark = [...fields.entries].some(([name, values]) => MARK.test(name + values.join('')));
  if (hasMark && !isUtf8(text)) throw invalid('request: is not valid UTF-8');
  return fields;
}

function isUtf8(text: string): boolean {
  try {
    decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25'));
    return true;
  } catch {
    return false;
  }
}

/** The fields of a parsed query, whose repeated fields are lists. */
export function fieldsOfQuery(query: Readonly<Record<string, unknown>>): FormFields {
  const fields = new FormFields();
  for (const [name, value] of Object.entries(query)) {
    for (const text of [value].flat()) fields.add(name, String(text));
  }
  return fields;
}
