import { ID_MAX } from '../database/tables.ts';

/** Reads an id as the schemas of the routes do. Null if it cannot be one. */
export function readId(id: number | string): number | null {
  const number = /^\d{1,10}$/.test(String(id)) ? Number(id) : 0;
  return number >= 1 && number <= ID_MAX ? number : null;
}
