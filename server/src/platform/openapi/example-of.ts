import { FIELD_EXAMPLES } from './field-examples.ts';
import type { JsonSchema } from './json-schema.ts';

/** A value that a schema allows, and the fields for which nobody has written an example. */
export interface Example {
  value: unknown;
  missing: string[];
}

/**
 * Builds an example from the examples of the fields. Numbers, booleans and formats have one by nature; a text needs
 * `examples` in its schema, or an entry in `FIELD_EXAMPLES`. Without one, an optional field is left out and a
 * nullable one is null.
 */
export function exampleOf(schema: JsonSchema, path: readonly string[] = []): Example {
  const own = ownExample(schema, path.at(-1) ?? '');
  if (own !== undefined) return { value: own, missing: [] };
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return exampleOfChoice(choices, path);
  if (schema.properties) return exampleOfObject(schema, path);
  if (schema.type === 'array') return exampleOfList(schema, path);
  if (schema.type === 'object') return { value: {}, missing: [] };
  const value = BY_TYPE[[schema.type].flat().find((type) => type !== 'null') ?? ''];
  return { value, missing: value === undefined ? [path.join('.')] : [] };
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

/** A field may have the name of another one and different rules. */
function fits(value: unknown, schema: JsonSchema): boolean {
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return (schema.anyOf ?? schema.oneOf ?? [schema]).some((branch) => {
    if (![branch.type].flat().includes(type)) return false;
    if (Array.isArray(value)) return value.every((item) => fits(item, toItem(branch)));
    if (typeof value !== 'string') return true;
    const isShort = value.length <= (branch.maxLength ?? value.length);
    return isShort && new RegExp(branch.pattern ?? '', 'u').test(value);
  });
}

/** Null if it is allowed and nobody has written an example. */
function exampleOfChoice(choices: readonly JsonSchema[], path: readonly string[]): Example {
  const [first = {}] = choices.filter(({ type }) => type !== 'null');
  const example = exampleOf(first, path);
  const isNullable = choices.some(({ type }) => type === 'null');
  return example.missing.length > 0 && isNullable ? { value: null, missing: [] } : example;
}

const toItem = ({ items }: JsonSchema): JsonSchema =>
  Array.isArray(items) ? {} : ((items as JsonSchema | undefined) ?? {});

function exampleOfObject(
  { properties = {}, required = [] }: JsonSchema,
  path: readonly string[],
): Example {
  const parts = Object.entries(properties)
    .map(([name, schema]) => [name, exampleOf(schema, [...path, name])] as const)
    .filter(([name, { missing }]) => missing.length === 0 || required.includes(name));
  return {
    value: Object.fromEntries(parts.map(([name, { value }]) => [name, value])),
    missing: parts.flatMap(([, { missing }]) => missing),
  };
}

function exampleOfList({ items = {} }: JsonSchema, path: readonly string[]): Example {
  const schemas = Array.isArray(items) ? (items as JsonSchema[]) : [items as JsonSchema];
  const parts = schemas.map((schema) => exampleOf(schema, path));
  return {
    value: parts.map(({ value }) => value),
    missing: parts.flatMap(({ missing }) => missing),
  };
}

const BY_TYPE: Readonly<Record<string, unknown>> = { integer: 1, number: 1.5, boolean: false };

const BY_FORMAT: Readonly<Record<string, unknown>> = {
  'date-time': '2026-01-31T18:30:00.000Z',
  date: '2026-01-31',
  email: 'ada@example.org',
  uri: 'https://bells.example',
  uuid: '8e03978e-40d5-43dd-bc93-6894a57f9324',
  binary: '',
};
