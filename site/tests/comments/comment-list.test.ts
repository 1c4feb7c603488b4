import { describe, expect, it } from 'vitest';
import {
  addComment,
  growComments,
  removeComment,
  renewComments,
} from '../../src/comments/comment-list.ts';

const comment = (message_id: number, text = `number ${message_id}`) => ({
  message_id,
  episode_id: 1,
  user: null,
  text,
  at: null,
  created_at: '2026-01-01T00:00:00.000Z',
});
const list = (ids: number[], next: string | null = null) => ({
  items: ids.map((id) => comment(id)),
  next,
});
const idsOf = ({ items }: ReturnType<typeof list>) => items.map(({ message_id }) => message_id);

describe('the list of comments', () => {
  it('grows by a page, without a comment that moved to it meanwhile', () => {
    const grown = growComments(list([9, 8], 'c'), list([8, 7], 'd'));
    expect([idsOf(grown as never), grown.next]).toEqual([[9, 8, 7], 'd']);
  });

  it('takes newer comments and removals over, and keeps what was loaded below', () => {
    const renewed = renewComments(list([9, 8, 7, 6], 'd'), list([10, 8], 'c'));
    expect([idsOf(renewed as never), renewed.next]).toEqual([[10, 8, 7, 6], 'd']);
  });

  it('keeps what a newer comment has moved to the second page', () => {
    const renewed = renewComments(list([9, 8], 'c'), list([10, 9], 'x'));
    expect([idsOf(renewed as never), renewed.next]).toEqual([[10, 9, 8], 'c']);
  });

  it('is the first page if nothing follows it', () => {
    expect(renewComments(list([9, 8]), list([10, 9]))).toEqual(list([10, 9]));
    expect(renewComments(list([9]), list([]))).toEqual(list([]));
  });

  it('shows a comment on its way first, and puts the written one in its place', () => {
    const pending = addComment(list([9]), comment(-1));
    expect(idsOf(pending as never)).toEqual([-1, 9]);
    const written = addComment(removeComment(pending, -1), comment(10));
    expect(idsOf(written as never)).toEqual([10, 9]);
  });
});
