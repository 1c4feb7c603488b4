import type { JsonSchema } from './json-schema.ts';

/** The named schemas of the document. */
export interface Components {
  readonly schemas: Readonly<Record<string, unknown>>;
  /** Replaces every part that has a title by a reference to a named schema. */
  share(schema: JsonSchema): JsonSchema;
}

/** A schema that has a title, such as `Episode`, is written once. Throws if two different ones have the same title. */
export function createComponents(first: Readonly<Record<string, unknown>>): Components {
  const schemas: Record<string, unknown> = { ...first };

  function shareParts(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map(shareParts);
    if (typeof schema !== 'object' || schema === null) return schema;
    const parts = Object.entries(schema).map(([key, part]) => [
      key,
      HOLD_VALUES.includes(key) ? part : shareParts(part),
    ]);
    return name(Object.fromEntries(parts));
  }

  function name(schema: JsonSchema): JsonSchema {
    if (typeof schema.title !== 'string') return schema;
    const { title } = schema;
    const known = schemas[title];
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`Two different schemas have the title ${title}.`);
    }
    schemas[title] = schema;
    return { $ref: `#/components/schemas/${title}` };
  }

  return { schemas, share: (schema) => shareParts(schema) as JsonSchema };
}

/** Keywords whose content is no schema. */
const HOLD_VALUES = ['const', 'default', 'enum', 'examples', 'required'];
