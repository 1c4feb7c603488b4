// @vitest-environment happy-dom
import { ApiError } from 'earshot';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readDraft } from '../../src/forms/drafts.ts';
import { grantWish } from '../../src/marks/grant-wish.ts';
import { keepWish } from '../../src/session/wish-before-login.ts';
import type { SiteClient } from '../../src/site-client.ts';

const WISH = { kind: 'comment', id: 7, text: 'Lovely', at: 75 } as const;
const post = vi.fn(async (): Promise<unknown> => ({ message: {} }));
const client = { api: { post }, notify: vi.fn(), go: vi.fn(), refreshNext: vi.fn() };
const grant = () => grantWish(client as unknown as SiteClient);

beforeEach(() => {
  vi.clearAllMocks();
  sessionStorage.clear();
  localStorage.clear();
  keepWish(WISH);
});

describe('a comment of before the login', () => {
  it('is written, and shown', async () => {
    await grant();
    expect(post).toHaveBeenCalledWith('messages', { episode_id: 7, text: 'Lovely', at: 75 });
    expect(client.refreshNext).toHaveBeenCalledOnce();
    expect(readDraft('comment.7')).toBeNull();
  });

  it.each([
    '/user/mara/the-sea?at=3',
    `/login?${new URLSearchParams({ redirect: '/user/mara/the-sea?at=3' })}`,
  ])('is in its form again if it is refused, at %s', async (address) => {
    history.replaceState(null, '', address);
    post.mockRejectedValueOnce(new ApiError('FORBIDDEN', 403, ['This episode takes no messages.']));
    client.go.mockImplementationOnce(() =>
      expect(readDraft('comment.7')).toEqual({ text: 'Lovely', at: '1:15' }),
    );
    await grant();
    expect(client.go.mock.calls).toEqual([['/user/mara/the-sea?at=3#comments']]);
    expect(client.notify).toHaveBeenCalledWith('This episode takes no messages.', {
      level: 'error',
      autoCloseMs: 30_000,
    });
  });
});
