import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import {
  createCursorFormat,
  IdPosition,
  MomentPosition,
} from '../../../src/platform/http/cursor.ts';

const format = createCursorFormat(Type.Tuple([MomentPosition, IdPosition]));
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('createCursorFormat', () => {
  it('reads the position that it wrote', () => {
    const position: [string, number] = ['2026-02-28T23:59:59.123456Z', 7];
    const text = format.write(position);
    expect(text).toMatch(/^[\w-]+$/);
    expect(format.read(text)).toEqual(position);
  });

  it.each([
    ['an empty text', ''],
    ['the id of an episode', '12'],
    ['other text', 'newest'],
    ['half a cursor', format.write(['2026-01-01T00:00:00.000000Z', 1]).slice(0, -6)],
    ['a position of another list', encode([1])],
    ['an id past the range of the column', encode(['2026-01-01T00:00:00.000000Z', 2 ** 31])],
    ['a day that does not exist', encode(['2026-02-30T00:00:00.000000Z', 1])],
    ['a moment before the first year', encode(['0000-01-01T00:00:00.000000Z', 1])],
    ['a moment that is SQL', encode(["2026-01-01'; drop table shows; --", 1])],
    ['another spelling of a cursor', `${format.write(['2026-01-01T00:00:00.000000Z', 1])}=`],
    ['other bytes than text', Buffer.from([0xff, 0xfe, 0]).toString('base64url')],
    ['a null', encode(null)],
  ])('refuses %s', (_, text) => {
    expect(format.read(text)).toBeNull();
  });
});
