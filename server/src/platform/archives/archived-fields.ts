import { AppError } from 'earshot/contract';
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/** The JSON of an archive, which anyone may have written. */
export type Sent = Readonly<Record<string, unknown>>;

/** Longer than what is written here, because imported notes may be. */
export const NOTES_MAX = 1_000_000;

/** PostgreSQL stores no null character, and no encoding has a lone surrogate. */
const BROKEN = /[\0\p{Surrogate}]/u;

/** Empty for anything but a text that can be stored. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' && !BROKEN.test(value) ? value : '';

export function fits<Schema extends TSchema>(
  schema: Schema,
  value: unknown,
): value is Static<Schema> {
  const isText = !BROKEN.test(JSON.stringify(value ?? null).replaceAll('\\u0000', '\0'));
  return isText && validatorOf(schema).Check(value);
}

/** The value, or null if it does not fit. */
export const fitting = <Schema extends TSchema>(schema: Schema, value: unknown) =>
  fits(schema, value) ? value : null;

const validators = new Map<TSchema, ReturnType<typeof Compile>>();

function validatorOf(schema: TSchema) {
  const known = validators.get(schema) ?? Compile(schema);
  validators.set(schema, known);
  return known;
}

/**
 * The columns of the fields that are sent. A value that breaks a rule is left out, such as a time in another century.
 * @param toColumns throws an AppError for a value that its schema cannot refuse
 */
export function readColumns<Columns extends object>(
  fields: Readonly<Record<string, TSchema>>,
  sent: Sent,
  toColumns: (field: object) => Columns,
): Partial<Columns> {
  const read = Object.entries(fields).map(([name, schema]) => {
    if (sent[name] === undefined || !fits(schema, sent[name])) return {};
    try {
      return toColumns({ [name]: sent[name] });
    } catch (error) {
      if (error instanceof AppError) return {};
      throw error;
    }
  });
  return Object.assign({}, ...read);
}

/** The fields without those of these names. */
export function fieldsWithout(
  fields: Readonly<Record<string, TSchema>>,
  names: readonly string[],
): Record<string, TSchema> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** The columns of these names. */
export function pickColumns<Columns extends object, Name extends keyof Columns>(
  columns: Columns,
  names: readonly Name[],
): Pick<Columns, Name> {
  const picked = names.filter((name) => columns[name] !== undefined);
  return Object.fromEntries(picked.map((name) => [name, columns[name]])) as Pick<Columns, Name>;
}
