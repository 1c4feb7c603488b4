import type { ErrorObject } from 'ajv';
import { READ_BY, withoutSecondWords } from './read-by.ts';
import { ID_FORMAT } from './read-id.ts';
import { showName } from './read-json.ts';
import { keyOr, Refusal, type Said, sayIn, type Words } from './refusal.ts';

const MESSAGES_MAX = 20;
const ERRORS_READ_MAX = 200; // comparing all errors of a long list would take seconds

/** A schema may name the text about its pattern or format. */
export const RULE_IN_WORDS = 'x-rule';

/**
 * The errors of one request. A field is the path of its value: `chapters/0/title`. The errors must carry their schema
 * (Ajv's option `verbose`).
 */
export function refuseAll(errors: readonly ErrorObject[]): Refusal {
  const first = withoutRepeats(withoutSecondWords(errors.slice(0, ERRORS_READ_MAX)));
  const said = new Map(first.map(describeError).map((one) => [JSON.stringify(one), one]));
  const more: Said = { field: 'request', words: 'has more errors than these' };
  const shown = [...said.values()].slice(0, MESSAGES_MAX);
  return new Refusal('INVALID_REQUEST', said.size > MESSAGES_MAX ? [...shown, more] : shown);
}

function describeError(error: ErrorObject): Said {
  const { instancePath, keyword, params } = error;
  const path = instancePath.split('/').slice(1).map(unescapePointer);
  if (keyword === 'required') path.push(params.missingProperty);
  if (keyword === 'additionalProperties') path.push(params.additionalProperty);
  return { ...saidBy(error), field: path.map(showName).join('/') || 'request' };
}

const unescapePointer = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~');

function saidBy({ keyword, params, parentSchema = {}, data }: ErrorObject): Said {
  const rule: Words | undefined = parentSchema[RULE_IN_WORDS];
  switch (keyword) {
    case READ_BY:
      return params as Said;
    case 'additionalProperties':
      return { words: unknownWords(Object.keys(parentSchema.properties ?? {})) };
    case 'type':
      return { words: typeWords([params.type].flat(), data) };
    case 'enum': {
      const values = params.allowedValues.filter((value: unknown) => value !== null);
      return { words: 'among', values: { values: values.map(nameOfValue).join(', ') } };
    }
    case 'const':
      return { words: 'exact', values: { value: nameOfValue(params.allowedValue) } };
    case 'pattern':
      return { words: rule ?? 'pattern' };
    case 'format':
      return { words: rule ?? keyOr(`format_${params.format}`, 'pattern') };
    default: {
      if (keyword === 'minLength' && data === '') return { words: 'empty' };
      const words = keyOr(keyword, 'invalid');
      return { words: params.limit === 1 ? keyOr(`${keyword}1`, words) : words, values: params };
    }
  }
}

/** About a field that the schema does not name. */
export const unknownWords = (names: readonly string[]): Words =>
  names.length > 0
    ? `is not known; known fields are ${names.join(', ')}`
    : 'is not known; there are no fields here';

/** True for a text that some parsers read as an integer: `1.0`, `01`, `1e3`, `+1`, ` 1`. */
const isOddNumber = (data: unknown) =>
  typeof data === 'string' &&
  data.trim() !== '' &&
  Number.isInteger(Number(data)) &&
  !/^[1-9]\d*$/.test(data); // the text of a JSON number

function typeWords(types: readonly string[], data: unknown): Words {
  if (types.includes('integer') && isOddNumber(data)) return 'plain_digits';
  const words = keyOr(`type_${types[0]}`, 'invalid');
  return types.length === 1 ? words : `${sayIn('en', { words })} or ${types.slice(1).join(' or ')}`;
}

const nameOfValue = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** A value of the wrong type or size breaks other rules as well. Keeps the more specific errors. */
function withoutRepeats(errors: readonly ErrorObject[]): ErrorObject[] {
  const named = new Set(
    errors
      .filter(({ keyword }) => keyword === 'enum' || keyword === 'const')
      .map((error) => error.instancePath),
  );
  return errors.filter(
    ({ keyword, instancePath, params }) =>
      !(keyword === 'type' && named.has(instancePath)) &&
      !(keyword === 'format' && params.format === ID_FORMAT), // the bounds of an id express the same in numbers
  );
}
