import type { Ajv, AnySchemaObject, ErrorObject, SchemaValidateFunction } from 'ajv';
import { Refusal } from './refusal.ts';

/**
 * A schema may name the function of a feature that reads its text: `'x-read-by': readEmail`. The function throws
 * a Refusal with one message. The validator calls it too, so that its message is reported together with the
 * errors of other fields.
 */
export const READ_BY = 'x-read-by';

export function addReadBy(ajv: Ajv): void {
  ajv.addKeyword({ keyword: READ_BY, type: 'string', errors: true, validate });
}

type Read = (text: string) => unknown;

const validate: SchemaValidateFunction = (read: Read, text: string, schema?: AnySchemaObject) => {
  if (text.length > (schema?.maxLength ?? Number.POSITIVE_INFINITY)) return true; // refused by that rule
  try {
    read(text);
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    validate.errors = [{ keyword: READ_BY, params: { ...error.said[0] } }];
    return false;
  }
};

/** If a text breaks several rules, only the other rule is reported. */
export function withoutSecondWords(errors: readonly ErrorObject[]): ErrorObject[] {
  const explained = new Set(
    errors.filter(({ keyword }) => keyword !== READ_BY).map(({ instancePath }) => instancePath),
  );
  return errors.filter((error) => error.keyword !== READ_BY || !explained.has(error.instancePath));
}
