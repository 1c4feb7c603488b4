import type { JsonSchema } from './json-schema.ts';

/** Keywords whose content is no schema. */
const HOLD_VALUES = ['const', 'default', 'enum', 'example', 'examples', 'required'];

/**
 * Writes each schema that has a title, such as `Episode`, once: it is added to `schemas`, and its places refer to it.
 * @throws Error if two different schemas have the same title
 */
export function shareTitled<T>(part: T, schemas: Record<string, unknown>): T {
  return share(part, schemas) as T;
}

function share(part: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(part)) return part.map((item) => share(item, schemas));
  if (typeof part !== 'object' || part === null) return part;
  const parts = Object.entries(part).map(([key, value]) => [
    key,
    HOLD_VALUES.includes(key) ? value : share(value, schemas),
  ]);
  const shared: JsonSchema = Object.fromEntries(parts);
  if (typeof shared.title !== 'string') return shared;
  const { title } = shared;
  const known = schemas[title];
  if (known && JSON.stringify(known) !== JSON.stringify(shared)) {
    throw new Error(`Two different schemas have the title ${title}.`);
  }
  schemas[title] = shared;
  return { $ref: `#/components/schemas/${title}` };
}
