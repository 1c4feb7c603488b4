import { invalid, showName } from './read-json.ts';

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

/**
 * @param name The only field that counts, where an address is read by people and carries what others have added.
 * @throws AppError INVALID_REQUEST for a query with percent-encoded bytes that are not UTF-8
 */
export function refuseBrokenQuery(url: string, name?: string): void {
  const start = url.indexOf('?');
  if (start === -1 || !url.includes('%', start)) return;
  for (const field of url.slice(start + 1).split('&')) {
    const isAsked = name === undefined || field.startsWith(`${name}=`);
    if (!isAsked || isUtf8(field)) continue;
    const [broken = ''] = field.split('=');
    const shown = isUtf8(broken) ? decodeURIComponent(withoutLonePercents(broken)) : '';
    throw invalid(`${showName(shown) || 'query'}: is not valid UTF-8 in percent-encoding`);
  }
}

const withoutLonePercents = (text: string) => text.replace(/%(?![0-9a-f]{2})/gi, '%25');

function isUtf8(text: string): boolean {
  try {
    decodeURIComponent(withoutLonePercents(text));
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
