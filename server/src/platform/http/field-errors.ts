import type { ErrorObject } from 'ajv';
import { READ_BY, withoutSecondWords } from './read-by.ts';
import { ID_FORMAT } from './read-id.ts';
import { showName } from './read-json.ts';

const MESSAGES_MAX = 20;
const ERRORS_READ_MAX = 200; // to compare all errors of a long list would take seconds

/** A schema may say in words what its pattern or format means: `must be letters, digits and hyphens`. */
export const RULE_IN_WORDS = 'x-rule';

/**
 * The errors of one request in plain words, each as `field: text`. `field` is the path of the value: `chapters/0/title`.
 * The errors must carry the schema that they come from (Ajv's option `verbose`).
 */
export function describeErrors(errors: readonly ErrorObject[]): string[] {
  const first = errors.slice(0, ERRORS_READ_MAX);
  const messages = [
    ...new Set(withoutRepeats(withoutSecondWords(mergeChoices(first))).map(describeError)),
  ];
  if (messages.length <= MESSAGES_MAX) return messages;
  return [...messages.slice(0, MESSAGES_MAX), 'request: has more errors than these'];
}

function describeError(error: ErrorObject): string {
  const { instancePath, keyword, params } = error;
  const path = instancePath.split('/').slice(1).map(unescapePointer);
  if (keyword === 'required') path.push(params.missingProperty);
  if (keyword === 'additionalProperties') path.push(params.additionalProperty);
  return `${path.map(showName).join('/') || 'request'}: ${wordsFor(error)}`;
}

const unescapePointer = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~');

function wordsFor(error: ErrorObject): string {
  const { keyword, parentSchema, message } = error;
  if (keyword === READ_BY && message) return message;
  const rule: unknown = parentSchema?.[RULE_IN_WORDS];
  if (typeof rule === 'string' && /^(pattern|format)$/.test(keyword)) return rule;
  return WORDS[keyword]?.(error) ?? 'is not valid';
}

/** True for a text that some readers take for a whole number: `1.0`, `01`, `1e3`, `+1`, ` 1`. */
const isOddNumber = (data: unknown) =>
  typeof data === 'string' &&
  data.trim() !== '' &&
  Number.isInteger(Number(data)) &&
  !/^[1-9]\d*$/.test(data); // that is the text of a number in JSON

type Words = (error: ErrorObject) => string;

const count = (amount: number, noun: string) => `${amount} ${noun}${amount === 1 ? '' : 's'}`;

const WORDS: Readonly<Record<string, Words>> = {
  required: () => 'is required',
  additionalProperties: ({ parentSchema }) => {
    const known = Object.keys(parentSchema?.properties ?? {});
    return known.length > 0
      ? `is not known; known fields are ${known.join(', ')}`
      : 'is not known; there are no fields here';
  },
  type: ({ params, data }) =>
    isOddNumber(data) && [params.type].flat().includes('integer')
      ? 'must be a whole number in plain digits, such as 17'
      : `must be ${[params.type].flat().map(nameOfType).join(' or ')}`,
  enum: ({ params }) => `must be one of ${params.allowedValues.map(nameOfValue).join(', ')}`,
  const: ({ params }) => `must be ${nameOfValue(params.allowedValue)}`,
  minLength: ({ params, data }) =>
    data === '' ? 'must not be empty' : `must be at least ${count(params.limit, 'character')}`,
  maxLength: ({ params }) => `must be at most ${count(params.limit, 'character')}`,
  minItems: ({ params }) => `must have at least ${count(params.limit, 'item')}`,
  maxItems: ({ params }) => `must have at most ${count(params.limit, 'item')}`,
  uniqueItems: () => 'must not have the same item twice',
  minProperties: ({ params }) => `must have at least ${count(params.limit, 'field')}`,
  maxProperties: ({ params }) => `must have at most ${count(params.limit, 'field')}`,
  minimum: ({ params }) => `must be at least ${params.limit}`,
  maximum: ({ params }) => `must be at most ${params.limit}`,
  exclusiveMinimum: ({ params }) => `must be more than ${params.limit}`,
  exclusiveMaximum: ({ params }) => `must be less than ${params.limit}`,
  multipleOf: ({ params }) => `must be a multiple of ${params.multipleOf}`,
  pattern: () => 'does not have the right form',
  format: ({ params }) => FORMATS[params.format] ?? 'does not have the right form',
};

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with fields',
  null: 'null',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'must be an e-mail address such as ann@example.org',
  uri: 'must be a complete address such as https://example.org',
  date: 'must be a date such as 2026-01-31',
  time: 'must be a time such as 18:30:00Z',
  'date-time': 'must be a moment such as 2026-01-31T18:30:00Z',
  uuid: 'must be a UUID',
};

const nameOfType = (type: string) => TYPES[type] ?? type;
const nameOfValue = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Where a value may have one of several forms, Ajv lists what is wrong with each. Keeps the form that was meant. */
function mergeChoices(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const choice = errors.find(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  if (!choice) return errors;
  const below = `${choice.schemaPath}/`;
  const isChild = ({ schemaPath, instancePath }: ErrorObject) =>
    schemaPath.startsWith(below) && `${instancePath}/`.startsWith(`${choice.instancePath}/`);
  const others = errors.filter((error) => error !== choice && !isChild(error));
  return mergeChoices([...others, ...meantForm(choice, errors.filter(isChild), below)]);
}

function meantForm(choice: ErrorObject, children: ErrorObject[], below: string): ErrorObject[] {
  const atRoot = children.filter(({ instancePath }) => instancePath === choice.instancePath);
  const values = atRoot.filter(({ keyword }) => VALUE_RULES.includes(keyword));
  if (values.length > 0) {
    const allowedValues = values.flatMap((error) => allowedBy(error));
    return [{ ...choice, keyword: 'enum', params: { allowedValues } }];
  }
  const formOf = ({ schemaPath }: ErrorObject) => schemaPath.slice(below.length).split('/')[0];
  const typeErrors = atRoot.filter(({ keyword }) => keyword === 'type');
  const wrong = typeErrors.map(formOf);
  const fitting = children.find((error) => !wrong.includes(formOf(error)));
  if (fitting) return children.filter((error) => formOf(error) === formOf(fitting));
  const type = [...new Set(typeErrors.flatMap(({ params }) => params.type))];
  return [{ ...choice, keyword: 'type', params: { type } }];
}

const VALUE_RULES = ['const', 'enum'];
const allowedBy = ({ params }: ErrorObject): unknown[] =>
  params.allowedValues ?? [params.allowedValue];

/** A value of the wrong type or size breaks other rules as well. Those that are left say more than the others. */
function withoutRepeats(errors: readonly ErrorObject[]): ErrorObject[] {
  const named = new Set(
    errors
      .filter(({ keyword }) => VALUE_RULES.includes(keyword))
      .map((error) => error.instancePath),
  );
  return errors.filter(
    ({ keyword, instancePath, params }) =>
      !(keyword === 'type' && named.has(instancePath)) &&
      !(keyword === 'format' && params.format === ID_FORMAT), // the bounds of an id say it in numbers
  );
}
