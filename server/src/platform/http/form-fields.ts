import { parse } from 'node:querystring';
import { showName } from './read-json.ts';
import { invalid } from './refusal.ts';

const FIELDS_MAX = 1_000;

/** The fields of a form or a query. A repeated name has a list of texts. Forms have no prototype, unlike JSON. */
export type Texts = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Reads `application/x-www-form-urlencoded` text.
 * @throws AppError INVALID_REQUEST for percent-encoded bytes that are not UTF-8, and for more than 1000 fields
 */
export function readForm(text: string): Texts {
  if (!isUtf8(text)) throw invalid('request', 'is not valid UTF-8');
  const fields = parse(text, '&', '=', { maxKeys: FIELDS_MAX + 1 });
  if (Object.values(fields).flat().length <= FIELDS_MAX) return fields;
  throw invalid('request', `must not have more than ${FIELDS_MAX} fields`);
}

/** The fields whose names pass, as a form. */
export const onlyFields = (fields: Texts, passes: (name: string) => boolean): Texts =>
  Object.assign(
    Object.create(null),
    Object.fromEntries(Object.entries(fields).filter(([name]) => passes(name))),
  );

/**
 * @param name The only field that counts, for addresses that people read and to which other sites add fields.
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
    throw invalid(showName(shown) || 'query', 'is not valid UTF-8 in percent-encoding');
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
