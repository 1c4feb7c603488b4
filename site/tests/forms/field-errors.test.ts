import { describe, expect, it } from 'vitest';
import { readFieldErrors } from '../../src/forms/field-errors.ts';

const read = (...messages: string[]) => readFieldErrors(messages, ['title', 'email']);

describe('readFieldErrors', () => {
  it('puts each text of a message under its field', () => {
    expect(read('title: is too long. must not be empty', 'email: is taken')).toEqual({
      fields: { title: ['is too long', 'must not be empty'], email: ['is taken'] },
      top: [],
    });
  });

  it('keeps colons within a text', () => {
    expect(read('title: write it like this: Episode 1').fields.title).toEqual([
      'write it like this: Episode 1',
    ]);
  });

  it('leaves a message whole that names no field of the form', () => {
    const messages = [
      'Origin: must be this site. Nothing was saved',
      'Please wait. Try again: soon',
    ];
    expect(read(...messages)).toEqual({ fields: {}, top: messages });
  });

  it('puts an error in an entry of a list under the list, with its number', () => {
    expect(read('title/1/url: must be an address').fields.title).toEqual(['2: must be an address']);
    expect(read('titles/1: x').top).toEqual(['titles/1: x']);
  });

  it('joins several messages about one field', () => {
    expect(read('title: a', 'title: b').fields.title).toEqual(['a', 'b']);
  });
});
