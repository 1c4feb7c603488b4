import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { AppError } from 'earshot/contract';
import type { FastifySchemaCompiler } from 'fastify';
import { coerceFields, type FieldSchema } from './coerce-fields.ts';
import { describeErrors, RULE_IN_WORDS } from './field-errors.ts';
import { FormFields, fieldsOfQuery } from './form-fields.ts';
import { addReadBy } from './read-by.ts';
import { invalid, showName } from './read-json.ts';

/** The validated part of a request, or the error that the client gets. */
export type Validated = { value: unknown } | { error: AppError };

/** Stands for a body that the handler reads itself, such as a file. */
export const UNREAD = Symbol('unread body');

const LARGE_CHARACTERS = 65_536; // above it only the first error is looked for

/**
 * Checks the parts of a request against their schemas. JSON keeps its types; forms, queries and parameters, which are
 * texts, get the types of the schema. All errors are reported at once, in plain words.
 */
export function createValidatorCompiler(): FastifySchemaCompiler<FieldSchema> {
  const [first, all] = [createAjv(false), createAjv(true)];
  return ({ schema, httpPart }) => {
    // Compiled when they are first needed: all together take some MB, and most schemas never see an error.
    let check: ValidateFunction | null = null;
    let checkAll: ValidateFunction | null = null;
    return (input: unknown): Validated => {
      if (input === UNREAD) return { value: input };
      try {
        check ??= first.compile(schema);
        const value = readInput(input, schema, httpPart);
        refuseBrokenTexts(value);
        if (check(value)) return { value };
        if (sizeOf(value) > LARGE_CHARACTERS) return failed(check);
        checkAll ??= all.compile(schema);
        return checkAll(value) ? { value } : failed(checkAll);
      } catch (error) {
        if (error instanceof AppError) return { error };
        throw error;
      }
    };
  };
}

function createAjv(allErrors: boolean): Ajv {
  const ajv = new Ajv({
    allErrors,
    verbose: true, // the words need the schema
    useDefaults: true,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    allowUnionTypes: true,
  });
  ajv.addVocabulary([RULE_IN_WORDS, 'example']);
  addReadBy(ajv);
  addFormats.default(ajv);
  return ajv;
}

const failed = ({ errors }: ValidateFunction): Validated => ({
  error: invalid(...describeErrors(errors ?? [])),
});

function readInput(input: unknown, schema: FieldSchema, part: string | undefined): unknown {
  if (input instanceof FormFields) return coerceFields(input, schema);
  if (part === 'body') return input ?? {};
  if (part === 'headers') return input;
  const texts = fieldsOfQuery((input ?? {}) as Record<string, unknown>);
  // The forms of pages send their empty fields as well.
  return coerceFields(texts, schema, { emptyIsAbsent: part === 'querystring' });
}

/** PostgreSQL stores no null character, and no encoding has a lone half of a surrogate pair. */
const BROKEN = /[\0\p{Surrogate}]/u;

/** @throws AppError INVALID_REQUEST */
function refuseBrokenTexts(value: unknown, path: readonly string[] = []): void {
  if (typeof value === 'string' && BROKEN.test(value)) {
    throw invalid(
      `${path.map(showName).join('/') || 'request'}: has a character that no text may have`,
    );
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) refuseBrokenTexts(part, [...path, name]);
}

const sizeOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;
