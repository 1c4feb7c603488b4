import { expect, it } from 'vitest';
import { diff, fieldsOf } from '../../../src/features/audit/changes.ts';

it('names the changed fields with short values', () => {
  const before = { title: 'Old', explicit: false, description: 'x', updated_at: 1 };
  const after = { title: 'New', explicit: true, description: 'y'.repeat(101), updated_at: 2 };
  expect(diff(before, after)).toEqual([
    { field: 'title', before: 'Old', after: 'New' },
    { field: 'explicit', before: 'false', after: 'true' },
    { field: 'description', before: 'x', after: null },
  ]);
});

it('tells of secrets and private data only that they changed', () => {
  const before = {
    password_hash: 'a',
    email: 'a@a',
    access_key: 'k',
    birthday: '2000-01-01',
    locked_owner: null,
  };
  const after = {
    password_hash: 'b',
    email: 'b@b',
    access_key: 'l',
    birthday: '2001-01-01',
    locked_owner: 'a@a',
  };
  expect(diff(before, after).map(({ field }) => field)).toEqual([
    'password',
    'email',
    'access_key',
    'birthday',
    'locked_owner',
  ]);
  expect(JSON.stringify(diff(before, after))).not.toMatch(/a@a|b@b|2000|"[abkl]"/);
});

it('tells whether an episode needs a token, which is no secret', () => {
  expect(diff({ requires_token: false }, { requires_token: true })).toEqual([
    { field: 'requires_token', before: 'false', after: 'true' },
  ]);
});

it('knows the fields of a request', () => {
  expect(fieldsOf({ user: 'mira', password: 'p', items: [1, 2] })).toEqual([
    { field: 'user', before: null, after: 'mira' },
    { field: 'password', before: null, after: null },
    { field: 'items', before: null, after: '[1,2]' },
  ]);
  expect(fieldsOf(undefined)).toEqual([]);
  expect(fieldsOf('text')).toEqual([]);
});
