import { FIELD_EXAMPLES } from './field-examples.ts';
import type { JsonSchema } from './json-schema.ts';

/**
 * Builds an example from the examples of the fields. Numbers, booleans and formats have default examples; a text
 * needs `examples` in its schema, or an entry in `FIELD_EXAMPLES`. Without one, an optional field is omitted, a
 * nullable one is null, and the whole example of a required one is undefined.
 */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  const { anyOf, properties, required = [], items = {}, type } = schema;
  const own = ownExample(schema, name);
  if (own !== undefined) return own;
  if (anyOf) {
    const isNull = (choice: JsonSchema) => choice.type === 'null';
    const [first = {}] = anyOf.filter((choice) => !isNull(choice));
    return exampleOf(first, name) ?? (anyOf.some(isNull) ? null : undefined);
  }
  if (properties) {
    const parts = Object.entries(properties).map(([key, part]) => [key, exampleOf(part, key)]);
    const example = Object.fromEntries(parts.filter(([, value]) => value !== undefined));
    return required.every((key) => key in example) ? example : undefined;
  }
  if (type === 'array') {
    const list = [items].flat().map((item) => exampleOf(item, name));
    return list.filter((item) => item !== undefined);
  }
  if (type === 'object') return {};
  return BY_TYPE[[type].flat().find((each) => each !== 'null') ?? ''];
}

function ownExample(schema: JsonSchema, name: string): unknown {
  if (schema.examples?.length) return schema.examples[0];
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.format && schema.format in BY_FORMAT) return BY_FORMAT[schema.format];
  const known = Object.hasOwn(FIELD_EXAMPLES, name) ? FIELD_EXAMPLES[name] : undefined;
  if (known !== undefined && fits(known, schema)) return known;
  return schema.minimum;
}

/** A field may share its name with another one that has different rules. */
function fits(value: unknown, schema: JsonSchema): boolean {
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return (schema.anyOf ?? [schema]).some((branch) => {
    if (![branch.type].flat().includes(type)) return false;
    if (Array.isArray(value)) return value.every((item) => fits(item, toItem(branch)));
    if (typeof value !== 'string') return true;
    const isShort = value.length <= (branch.maxLength ?? value.length);
    return isShort && new RegExp(branch.pattern ?? '', 'u').test(value);
  });
}

const toItem = ({ items }: JsonSchema): JsonSchema =>
  Array.isArray(items) ? {} : ((items as JsonSchema | undefined) ?? {});

const BY_TYPE: Readonly<Record<string, unknown>> = { integer: 1, number: 1.5, boolean: false };

const BY_FORMAT: Readonly<Record<string, unknown>> = {
  'date-time': '2026-01-31T18:30:00.000Z',
  date: '2026-01-31',
  email: 'ada@example.org',
  uri: 'https://bells.example',
  uuid: '8e03978e-40d5-43dd-bc93-6894a57f9324',
  binary: '',
};
