import type { Ajv, ErrorObject, SchemaValidateFunction } from 'ajv';
import { AppError } from 'earshot/contract';

/**
 * A schema may name the rule of a feature that reads its text: `'x-read-by': readEmail`. The rule throws INVALID_REQUEST with
 * `field: words`. The validator calls it as well, so that its words come in one answer with the errors of other fields.
 */
export const READ_BY = 'x-read-by';

export function addReadBy(ajv: Ajv): void {
  ajv.addKeyword({ keyword: READ_BY, type: 'string', errors: true, validate });
}

const validate: SchemaValidateFunction = (read: (text: string) => unknown, text: string) => {
  try {
    read(text);
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [message = ''] = error.messages;
    validate.errors = [{ keyword: READ_BY, message: message.slice(message.indexOf(': ') + 2) }];
    return false;
  }
};

/** A text that breaks another rule as well is explained by that one alone. */
export function withoutSecondWords(errors: readonly ErrorObject[]): ErrorObject[] {
  const explained = new Set(
    errors.filter(({ keyword }) => keyword !== READ_BY).map(({ instancePath }) => instancePath),
  );
  return errors.filter((error) => error.keyword !== READ_BY || !explained.has(error.instancePath));
}
