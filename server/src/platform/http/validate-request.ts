import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { AppError } from 'earshot/contract';
import type { FastifySchemaCompiler } from 'fastify';
import { coerceFields, type FieldSchema } from './coerce-fields.ts';
import { RULE_IN_WORDS, refuseAll } from './field-errors.ts';
import type { Texts } from './form-fields.ts';
import { mergeNull } from './merge-null.ts';
import { addReadBy } from './read-by.ts';
import { showName } from './read-json.ts';
import { invalid } from './refusal.ts';

/** The validated part of a request, or the error for the client. */
export type Validated = { value: unknown } | { error: AppError };

/** Stands for a body that the handler reads itself, such as a file. */
export const UNREAD = Symbol('unread body');

/**
 * Checks the parts of a request against their schemas. JSON keeps its types; forms, queries and parameters, which are
 * texts, are converted to the types of the schema. All errors are reported at once, in plain words.
 */
export function createValidatorCompiler(): FastifySchemaCompiler<FieldSchema> {
  const ajv = new Ajv({
    allErrors: true, // bounded by the limits of `readJson`
    verbose: true, // the messages need the schema
    useDefaults: true,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    allowUnionTypes: true,
  });
  ajv.addVocabulary([RULE_IN_WORDS, 'example']);
  addReadBy(ajv);
  addFormats.default(ajv);
  return ({ schema, httpPart }) => {
    // Compiled on first use, because all together take some MB.
    let merged: FieldSchema = {};
    let check: ValidateFunction | null = null;
    return (input: unknown): Validated => {
      if (input === UNREAD) return { value: input };
      try {
        if (!check) {
          merged = mergeNull(schema) as FieldSchema;
          check = ajv.compile(merged);
        }
        const value = readInput(input ?? {}, merged, httpPart);
        refuseBrokenTexts(value);
        return check(value) ? { value } : { error: refuseAll(check.errors ?? []) };
      } catch (error) {
        if (error instanceof AppError) return { error };
        throw error;
      }
    };
  };
}

function readInput(input: object, schema: FieldSchema, part: string | undefined): unknown {
  const isJson = part === 'body' && Object.getPrototypeOf(input) !== null;
  if (isJson || part === 'headers') return input;
  // HTML forms also send their empty fields.
  return coerceFields(input as Texts, schema, { emptyIsAbsent: part === 'querystring' });
}

/** PostgreSQL stores no null character, and no encoding has a lone surrogate. */
const BROKEN = /[\0\p{Surrogate}]/u;

/** @throws AppError INVALID_REQUEST */
function refuseBrokenTexts(value: unknown, path: readonly string[] = []): void {
  if (typeof value === 'string' && BROKEN.test(value)) {
    throw invalid(
      path.map(showName).join('/') || 'request',
      'has a character that no text may have',
    );
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) refuseBrokenTexts(part, [...path, name]);
}
