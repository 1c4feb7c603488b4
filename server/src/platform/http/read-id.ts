import { ID_MAX } from '../database/tables.ts';

/** Marks the ids among the integers of a schema. Their columns have 32 bits. */
export const ID_FORMAT = 'int32';

/** Reads an id like the schemas of the routes do. Null if it cannot be one. */
export function readId(id: number | string): number | null {
  const number = /^[1-9]\d{0,9}$/.test(String(id)) ? Number(id) : 0;
  return number > 0 && number <= ID_MAX ? number : null;
}
