import { type Static, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { ID_MAX } from '../database/tables.ts';

/** Writes and reads the position in a list after which the next page starts. */
export interface CursorFormat<Position> {
  write(position: Position): string;
  /** Null if the text is not a cursor of this kind of list. */
  read(text: string): Position | null;
}

/** Cursors are opaque to clients: base64url of JSON, so that they need no escaping in an address. */
export function createCursorFormat<Schema extends TSchema>(
  schema: Schema,
): CursorFormat<Static<Schema>> {
  const validator = Compile(schema);
  const write = (position: Static<Schema>) =>
    Buffer.from(JSON.stringify(position)).toString('base64url');

  function read(text: string): Static<Schema> | null {
    const position = parse(Buffer.from(text, 'base64url').toString());
    if (!validator.Check(position)) return null;
    // A position has one spelling: others would be further addresses of the same page.
    return write(position) === text ? position : null;
  }

  return { write, read };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const MOMENT = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z$';

export const IdPosition = Type.Integer({ minimum: 0, maximum: ID_MAX });

/** A UTC time with PostgreSQL's precision of microseconds: a `Date` would lose the last three digits. */
export const MomentPosition = Type.Refine(Type.String({ pattern: MOMENT }), isOnCalendar);

/** True for an existing day: PostgreSQL refuses 30 February, so this function must, too. */
function isOnCalendar(moment: string): boolean {
  const millisecond = `${moment.slice(0, -4)}Z`;
  const date = new Date(millisecond);
  return date.getUTCFullYear() > 0 && date.toISOString() === millisecond;
}
