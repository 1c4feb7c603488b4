// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { fulfilWishes } from '../../src/marks/fulfil-wish.ts';
import { keepWish, peekWish } from '../../src/session/wish-before-login.ts';
import type { SiteClient } from '../../src/site-client.ts';

vi.mock('../../src/marks/grant-wish.ts', () => Promise.reject(new Error('offline')));

it('keeps the wish of a visitor if its script does not arrive', async () => {
  const wish = { kind: 'episode', id: 7 } as const;
  keepWish(wish);
  const reportOffline = vi.fn();
  const session = { user: { user_id: 3 }, subscribe() {} };
  fulfilWishes({ session, reportOffline } as unknown as SiteClient);
  await vi.waitFor(() => expect(reportOffline).toHaveBeenCalledOnce());
  expect(peekWish()).toEqual(wish);
});
