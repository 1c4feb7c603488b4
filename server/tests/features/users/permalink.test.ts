import { describe, expect, it } from 'vitest';
import {
  normalizePermalink,
  permalinkError,
  permalinkFor,
  readPermalink,
} from '../../../src/features/users/permalink.ts';

describe('permalinkError', () => {
  it.each(['ab', 'anna', 'anna-rossi', 'anna_2', '2nd', 'アンナ', 'สวัสดี', 'x'.repeat(80)])(
    'accepts %s',
    (permalink) => {
      expect(permalinkError(permalink)).toBeNull();
    },
  );

  it.each([
    ['', 'must have 2 to 80 characters'],
    ['a', 'must have 2 to 80 characters'],
    ['x'.repeat(81), 'must have 2 to 80 characters'],
    ['007', 'must not consist of digits alone'],
    ['١٢٣', 'must not consist of digits alone'],
    ['admin', 'is reserved; choose another one'],
    ...['a b', 'a/b', '../x', 'a--b', '-a', 'a-', 'a.b', 'a%2f', 'a\u202eb', 'a\u200bb'].map(
      (text) => [
        text,
        'must be letters and digits, with single hyphens or underscores between them',
      ],
    ),
  ])('refuses %j: it %s', (permalink, error) => {
    expect(() => readPermalink(permalink)).toThrow(`permalink: ${error}`);
  });
});

describe('normalizePermalink', () => {
  it.each([
    [' Anna ', 'anna'],
    ['ﬁona', 'fiona'],
    ['Ａｎｎａ', 'anna'],
    ['é', 'é'],
  ])('reads %j as %j', (text, permalink) => {
    expect(normalizePermalink(text)).toBe(permalink);
  });
});

describe('permalinkFor', () => {
  it.each([
    ['Anna Rossi', 'anna-rossi'],
    ['1984', 'user-1984'],
    ['Admin', 'user-admin'],
    ['M', 'user-m'],
    ['!!!', 'user-user'],
    ['9'.repeat(100), `user-${'9'.repeat(75)}`],
  ])('gives %s the permalink %s', (name, permalink) => {
    expect(permalinkFor(name)).toBe(permalink);
  });
});
