import { BadLine } from './access-line.ts';

export type JsonFields = Readonly<Record<string, unknown>>;

/** Reads a line as a JSON object. @throws BadLine */
export function readJson(line: string): JsonFields {
  try {
    const value: unknown = JSON.parse(line);
    if (isFields(value)) return value;
  } catch {
    // told below
  }
  throw new BadLine('it is no JSON object');
}

/** An object of an object, e.g. the headers of a request. Empty if there is none. */
export function fieldsIn(fields: JsonFields, name: string): JsonFields {
  const value = Object.hasOwn(fields, name) ? fields[name] : null;
  return isFields(value) ? value : {};
}

/** The first of these fields that is a text or a number, or a list that begins with one. Empty if there is none. */
export function textIn(fields: JsonFields, ...names: string[]): string {
  for (const name of names) {
    const value = Object.hasOwn(fields, name) ? fields[name] : null;
    const single = Array.isArray(value) ? value[0] : value;
    if (typeof single === 'string' && single !== '' && single !== '-') return single;
    if (typeof single === 'number') return String(single);
  }
  return '';
}

const isFields = (value: unknown): value is JsonFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
