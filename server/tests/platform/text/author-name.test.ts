import { describe, expect, it } from 'vitest';
import { authorName, shownAuthor } from '../../../src/platform/text/author-name.ts';

describe('authorName', () => {
  it.each([
    ['jane@example.org', ''],
    ['<jane.doe+pod@mail.example.co.uk>', ''],
    ['mailto:jane@example.org', ''],
    ['jane@example.org, bob@example.org', ''],
    ['jörg@müller.example', ''],
    ['jane@example.org (Jane Doe)', 'Jane Doe'],
    ['Jane Doe <jane@example.org>', 'Jane Doe'],
    ['"Jane Doe" <jane@example.org>', 'Jane Doe'],
    ['Jane Doe - jane@example.org', 'Jane Doe'],
    ['Jane & Bob', 'Jane & Bob'],
    ['Radio @ Night', 'Radio @ Night'],
    ['@jane', '@jane'],
    ['Jane (host), Bob', 'Jane (host), Bob'],
  ])('of %s is "%s"', (text, name) => {
    expect(authorName(text)).toBe(name);
  });

  it('is replaced by the name of the show if it is only an address', () => {
    expect(['jane@example.org', 'Jane', ''].map((author) => shownAuthor(author, 'Show'))).toEqual([
      'Show',
      'Jane',
      '',
    ]);
  });

  it('takes no long time for a long text', () => {
    expect(authorName(`Jane ${'a@'.repeat(500_000)}`)).toMatch(/^Jane/);
  });
});
