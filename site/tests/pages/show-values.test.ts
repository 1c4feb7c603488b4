import type { Show } from 'earshot/contract';
import { describe, expect, it } from 'vitest';
import { toChange, toValues } from '../../src/pages/edit-show/show-values.ts';

const show = {
  title: 'Ringing rooms',
  description: '',
  language: 'en',
  categories: ['Arts', 'Books', 'Science', 'History'],
  keywords: ['bells', 'towers'],
  explicit: false,
  author: 'Ada',
  permalink: 'ringing-rooms',
  link_url: null,
} as unknown as Show;

describe('toValues', () => {
  it('names the narrowest categories', () => {
    expect(toValues(show)).toMatchObject({ category: 'Books', second_category: 'Science' });
  });
});

describe('toChange', () => {
  const before = toValues(show);

  it('sends nothing that nobody has touched', () => {
    expect(toChange(before, { ...before })).toEqual({});
  });

  it('sends changed fields, also those that became empty', () => {
    const after = { ...before, title: 'Rooms', keywords: '', explicit: true };
    expect(toChange(before, after)).toEqual({ title: 'Rooms', keywords: '', explicit: true });
  });

  it('sends both categories if one has changed', () => {
    const after = { ...before, second_category: '' };
    expect(toChange(before, after)).toEqual({ categories: '["Books"]' });
  });
});
