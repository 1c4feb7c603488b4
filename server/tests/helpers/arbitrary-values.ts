import fc from 'fast-check';
import type { JsonSchema } from '../../src/platform/openapi/json-schema.ts';

/** A JSON schema with the bounds that values are made from. */
interface ValueSchema extends JsonSchema {
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  readonly minLength?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** Stands for an id or a name of a test's things, which are created later. */
export const thing = (name: string) => `«${name}»`;

const THING = /^«(\w+)»$/;

/** Replaces the placeholders of `thing` by the ids of a test. */
export function fillThings(value: unknown, things: Readonly<Record<string, unknown>>): unknown {
  if (typeof value === 'string') {
    const name = THING.exec(value)?.[1];
    return name === undefined ? value : (things[name] ?? 999_999);
  }
  if (Array.isArray(value)) return value.map((part) => fillThings(part, things));
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(
    ([key, part]) => [key, fillThings(part, things)] as const,
  );
  return Object.fromEntries(parts);
}

/** Texts that have broken programs before. */
export const hostileText = fc.oneof(
  fc.constantFrom(
    ...['', ' ', '0', '-1', '1.5', '1e999', '99999999999999999999', 'NaN', 'null', 'true', '[]'],
    ...[
      '\0',
      'a\0b',
      '\ud800',
      '\udfff\ud800',
      '\u202e',
      '\ufeff',
      '\r\nX-Injected: 1',
      '\u{1f469}',
    ],
    ...["'--", '";drop table users;--', '%', '_', '\\', '$1', ':*', '& !', '<b>', '<!--', ']]>'],
    ...['__proto__', 'constructor', 'toString', '../../etc/passwd', '%00', '%2e%2e%2f', '日本語'],
    ...['2026-02-30', '0000-00-00T00:00:00Z', '+275760-09-14T00:00:00Z', '24:60', 'Mars/Olympus'],
    ...['http://', 'https://[', 'http://127.0.0.1:1/feed', 'file:///etc/passwd', 'data:,', 'geo:'],
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(80, 400, 2_100).map((length) => 'x'.repeat(length)),
);

const hostileNumber = fc.oneof(
  fc.constantFrom(...[0, -0, -1, 1e21, -1e308, 5e-324, 2 ** 31, 2 ** 53, 2 ** 63, 1.000_000_1]),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Any JSON, with texts and numbers that few programs expect. */
export const wildValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    hostileText,
    hostileNumber,
    fc.constantFrom(null, true, false),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(hostileText, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

/** Values that a schema allows. Fields named like an id often get ids of the test. */
export function arbitraryOf(
  schema: ValueSchema,
  resolve: (ref: string) => ValueSchema,
  name = '',
): fc.Arbitrary<unknown> {
  const again = (part: ValueSchema, field = name) => arbitraryOf(part, resolve, field);
  if (schema.$ref) return again(resolve(schema.$ref));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf;
  if (choices) return fc.oneof(...choices.map((choice) => again(choice)));
  const [type = 'object', ...types] = [schema.type ?? []].flat();
  if (types.length > 0)
    return fc.oneof(...[type, ...types].map((one) => again({ ...schema, type: one })));
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return numberOf(schema, name);
    case 'string':
      return textOf(schema, name);
    case 'array':
      return listOf(schema, again);
    default:
      return objectOf(schema, again);
  }
}

function numberOf(schema: ValueSchema, name: string): fc.Arbitrary<unknown> {
  const { minimum, maximum, exclusiveMinimum } = schema;
  const [min, max] = [minimum ?? exclusiveMinimum ?? -1e9, maximum ?? 1e9];
  if (schema.type === 'number') {
    return fc.double({ min, max, minExcluded: exclusiveMinimum !== undefined, noNaN: true });
  }
  const number = fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
  return /_id$/.test(name)
    ? fc.oneof({ weight: 4, arbitrary: fc.constant(thing(name)) }, number)
    : number;
}

const LONGEST = 200; // characters; longer texts only cost time

function textOf(schema: ValueSchema, name: string): fc.Arbitrary<unknown> {
  const { format, pattern, minLength = 0, maxLength = LONGEST } = schema;
  const max = Math.min(maxLength, LONGEST);
  if (format === 'date-time') {
    return fc
      .date({ noInvalidDate: true, min: new Date('1970-01-01'), max: new Date('2100-01-01') })
      .map((date) => date.toISOString());
  }
  if (pattern) {
    const fitting = fc
      .stringMatching(new RegExp(pattern))
      .map((text) => [...text].slice(0, max).join(''));
    // A name would be looked up, and might even exist.
    return pattern.startsWith('^http')
      ? fitting.map((text) => text.replace(/\/\/.*/, '//127.0.0.1:1/feed'))
      : fitting;
  }
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', minLength, maxLength: max }),
    fc.lorem({ maxCount: 3 }).map((words) => words.slice(0, max)),
  );
  const known = KNOWN_TEXTS[name];
  return known ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, text) : text;
}

/** Rules for texts that a schema cannot express. */
const KNOWN_TEXTS: Readonly<Record<string, readonly string[]>> = {
  access_token: [thing('access_token')],
  category: ['Arts', 'News', 'Society & Culture'],
  email: ['fuzz@example.org', 'Fuzz.Other@example.org'],
  intent_id: [thing('intent_id')],
  language: ['en', 'it-IT', 'ja'],
  password: ['correct horse battery'],
  plan_id: [thing('plan_id')],
  timezone: ['Europe/Rome', 'UTC'],
  user_id: [thing('user_id')],
  user_permalink: [thing('user_permalink')],
  blocked_permalink: [thing('blocked_permalink')],
};

type Again = (part: ValueSchema, field?: string) => fc.Arbitrary<unknown>;

function listOf({ items, minItems = 0, maxItems = 4 }: ValueSchema, again: Again) {
  const item = items && !Array.isArray(items) ? again(items as ValueSchema) : wildValue;
  return fc.array(item, { minLength: minItems, maxLength: Math.min(maxItems, minItems + 4) });
}

const OPTIONAL_FIELDS_MAX = 5; // with more of them, few values would meet the rules outside of the schema

function objectOf({ properties = {}, required = [] }: ValueSchema, again: Again) {
  const fields = Object.entries(properties).map(
    ([name, part]) => [name, again(part, name)] as const,
  );
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  const picked = fc.subarray(optional, {
    maxLength: Math.min(optional.length, OPTIONAL_FIELDS_MAX),
  });
  const whole = fc.record(Object.fromEntries(fields), { noNullPrototype: true });
  return fc.tuple(whole, picked).map(([value, names]) => pick(value, [...required, ...names]));
}

export const pick = <Value>(all: Readonly<Record<string, Value>>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, all[name] as Value]));
