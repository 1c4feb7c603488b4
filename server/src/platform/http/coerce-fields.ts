import type { Texts } from './form-fields.ts';
import { ID_FORMAT } from './read-id.ts';
import { readJson, showName } from './read-json.ts';
import { invalid } from './refusal.ts';

/** The parts of a JSON schema that say how a text is read. */
export interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly items?: FieldSchema;
}

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
const WHOLE = /^-?\d+$/;
const ID = /^-?(0|[1-9]\d*)$/; // one spelling: others would be further addresses of the same thing
const TRUE = /^(true|1|on|yes)$/i;
const FALSE = /^(false|0|off|no)$/i;

/**
 * Converts the texts of a form or a query to the types of the schema. A text that does not fit stays a text, which
 * the validation refuses. Unknown names stay as well. Ajv's own coercion knows no lists or JSON in a text, no `on`, and
 * takes `0x10` and `1.0` for whole numbers.
 *
 * With `emptyIsAbsent`, empty fields are dropped if their schema does not allow an empty text.
 *
 * A list is sent as `tags[]=a&tags[]=b`, as a repeated name or as `tags=a,b`. Objects and lists of objects are sent
 * as JSON.
 * @throws AppError INVALID_REQUEST for a single value that was given twice
 */
export function coerceFields(
  fields: Texts,
  { properties = {} }: FieldSchema,
  { emptyIsAbsent = false } = {},
): Record<string, unknown> {
  // Excludes names that every object inherits, such as `constructor`.
  const schemaOf = (name: string) =>
    (Object.hasOwn(properties, name) ? properties[name] : {}) ?? {};
  const found = new Map<string, unknown>();
  for (const [name, sent = ''] of Object.entries(fields)) {
    const bare = name.replace(/\[\]$/, '');
    const isListed = bare !== name && takes(schemaOf(bare), 'array');
    const field = isListed ? bare : name;
    const schema = schemaOf(field);
    const { type, items = {} } = schema;
    const texts = [sent].flat();
    const isEmpty = texts.join('') === '' && !takes(schema, 'string') && !takes(schema, 'null');
    if (emptyIsAbsent && type && isEmpty) continue;
    const isTwice = type && texts.length > 1 && !takes(schema, 'array');
    if (found.has(field) || isTwice) throw invalid(showName(field), 'twice');
    const isList = isListed || (type && texts.length > 1);
    const values = texts.map((text) => coerceText(text, isList ? items : schema));
    found.set(field, isList ? values : values[0]);
  }
  return Object.fromEntries(found);
}

const takes = ({ type = [] }: FieldSchema, name: string) => [type].flat().includes(name);

function coerceText(text: string, schema: FieldSchema): unknown {
  if (text === '' && takes(schema, 'null')) return null;
  if (takes(schema, 'array')) return coerceList(text, schema.items ?? {});
  if (takes(schema, 'string')) return text;
  const whole = schema.format === ID_FORMAT ? ID : WHOLE;
  if (takes(schema, 'number') && NUMBER.test(text)) return Number(text);
  if (takes(schema, 'integer') && whole.test(text)) return Number(text);
  if (takes(schema, 'boolean') && TRUE.test(text)) return true;
  if (takes(schema, 'boolean') && FALSE.test(text)) return false;
  return (takes(schema, 'object') ? readStructure(text) : null) ?? text;
}

function coerceList(text: string, items: FieldSchema): unknown {
  const structure = /^\s*\[/.test(text) ? readStructure(text) : null;
  if (structure !== null) return structure;
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter(Boolean).map((part) => coerceText(part, items));
}

/** Null if the text is not JSON: it then stays a text, and the validation names the field. */
function readStructure(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return null;
  }
}
