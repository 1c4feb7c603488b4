/**
 * A copy of a JSON schema in which a choice between a schema and null is one schema of both types. Errors of a request
 * are then those of one schema. The serialiser of an answer need not try both, and compiles many times sooner.
 */
export function mergeNull(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(mergeNull);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.entries(schema).map(([key, part]) => [key, mergeNull(part)]);
  const { anyOf: [form, none, ...others] = [], ...rest } = Object.fromEntries(parts);
  const isChoice = form?.type && none?.type === 'null' && others.length === 0;
  if (!isChoice) return Object.fromEntries(parts);
  const values = form.enum ? { enum: [...form.enum, null] } : {};
  return { ...rest, ...form, ...values, type: [form.type, 'null'].flat() };
}
