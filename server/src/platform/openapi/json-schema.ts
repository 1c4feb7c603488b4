import { RULE_IN_WORDS } from '../http/field-errors.ts';
import { sayIn } from '../http/refusal.ts';

/** The parts of a JSON schema that the document and its examples need. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema | readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly content?: Readonly<Record<string, { schema: JsonSchema }>>;
}

/** A copy as plain data, as it comes out of JSON, with rules in English. */
export const toPlain = (schema: unknown): JsonSchema =>
  JSON.parse(
    JSON.stringify(schema, (key, value) =>
      key === RULE_IN_WORDS ? sayIn('en', { words: value }) : value,
    ),
  );
