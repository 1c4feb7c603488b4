import type { FormFields } from './form-fields.ts';
import { ID_FORMAT } from './read-id.ts';
import { invalid, readJson, showName } from './read-json.ts';

/** The parts of a JSON schema that say how a text is read. */
export interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly items?: FieldSchema | readonly FieldSchema[];
  readonly anyOf?: readonly FieldSchema[];
  readonly oneOf?: readonly FieldSchema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
}

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
const WHOLE = /^-?\d+$/;
const ID = /^-?(0|[1-9]\d*)$/; // one spelling: others would be further addresses of the same thing
const TRUE = /^(true|1|on|yes)$/i;
const FALSE = /^(false|0|off|no)$/i;

/**
 * Gives the texts of a form or a query the types of the schema. A text that does not fit stays a text, which the
 * validation refuses. Unknown names stay as well.
 *
 * With `emptyIsAbsent`, empty fields are left out that could not be an empty text.
 *
 * A list comes as `tags[]=a&tags[]=b`, as a repeated name or as `tags=a,b`. A list of objects and an object come as JSON.
 * @throws AppError INVALID_REQUEST for a single value that was given twice
 */
export function coerceFields(
  fields: FormFields,
  schema: FieldSchema,
  { emptyIsAbsent = false } = {},
): Record<string, unknown> {
  const found = new Map<string, unknown>();
  for (const [name, texts] of fields.entries) {
    const known = propertyOf(schema, name);
    if (emptyIsAbsent && known && texts.join('') === '' && !takesEmpty(known)) continue;
    const listed = name.endsWith('[]') ? propertyOf(schema, name.slice(0, -2)) : undefined;
    const field = listed && isList(listed) ? name.slice(0, -2) : name;
    if (found.has(field)) throw invalid(`${showName(field)}: is given twice`);
    if (field !== name && listed)
      found.set(
        field,
        texts.map((text) => coerceItem(text, listed)),
      );
    else if (known && isList(known)) found.set(name, coerceList(texts, known));
    else if (known && texts.length > 1) throw invalid(`${showName(name)}: is given twice`);
    else found.set(name, known ? coerceText(texts[0] ?? '', known) : texts[0]);
  }
  return Object.fromEntries(found);
}

/** Not a name that every object inherits, such as `constructor`. */
function propertyOf({ properties = {} }: FieldSchema, name: string): FieldSchema | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** All schemas that a value may have. */
function branches(schema: FieldSchema): FieldSchema[] {
  const choices = schema.anyOf ?? schema.oneOf;
  return choices ? choices.flatMap(branches) : [schema];
}

function typesOf(schema: FieldSchema): string[] {
  return branches(schema).flatMap((branch) => {
    if (branch.type) return [branch.type].flat();
    const values = 'const' in branch ? [branch.const] : (branch.enum ?? []);
    return values.map((value) => (value === null ? 'null' : typeof value));
  });
}

const isList = (schema: FieldSchema) => typesOf(schema).includes('array');

function itemsOf(schema: FieldSchema): FieldSchema {
  const { items } = branches(schema).find((branch) => branch.items) ?? {};
  return items && !Array.isArray(items) ? (items as FieldSchema) : {};
}

const takesEmpty = (schema: FieldSchema) =>
  typesOf(schema).some((type) => type === 'string' || type === 'null');

const isStructure = (schema: FieldSchema) =>
  typesOf(schema).some((type) => type === 'object' || type === 'array');

function coerceItem(text: string, list: FieldSchema): unknown {
  return coerceText(text, itemsOf(list));
}

function coerceList(texts: readonly string[], list: FieldSchema): unknown {
  const [first = '', ...more] = texts;
  if (more.length > 0) return texts.map((text) => coerceItem(text, list));
  if (first === '') return typesOf(list).includes('null') ? null : [];
  if (isStructure(itemsOf(list)) || /^\s*\[/.test(first)) {
    const structure = readStructure(first);
    if (structure !== null) return structure;
  }
  const parts = first.split(',').map((part) => part.trim());
  return parts.filter(Boolean).map((part) => coerceItem(part, list));
}

function coerceText(text: string, schema: FieldSchema): unknown {
  const types = typesOf(schema);
  if (text === '' && types.includes('null')) return null;
  if (types.includes('string')) return text;
  if (numberForm(schema, types)?.test(text)) return Number(text);
  if (types.includes('boolean') && TRUE.test(text)) return true;
  if (types.includes('boolean') && FALSE.test(text)) return false;
  return (types.includes('object') ? readStructure(text) : null) ?? text;
}

/** How a number is written. Null if the schema takes none. */
function numberForm(schema: FieldSchema, types: readonly string[]): RegExp | null {
  if (types.includes('number')) return NUMBER;
  if (!types.includes('integer')) return null;
  return branches(schema).some(({ format }) => format === ID_FORMAT) ? ID : WHOLE;
}

/** Null if the text is not JSON: it stays a text then, and the validation names the field. */
function readStructure(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return null;
  }
}
