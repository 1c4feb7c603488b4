// @vitest-environment happy-dom
import { ApiError } from 'earshot';
import { describe, expect, it, vi } from 'vitest';
import { setBlock } from '../../src/blocks/set-block.ts';
import type { SiteClient } from '../../src/site-client.ts';

const FAILURE = 'Unable to process your request. Please try again later';

function fakeClient(user: { user_id: number } | null, refuse = false) {
  const call = (method: string) => async (route: string, fields: object) => {
    calls.push(`${method} ${route} ${JSON.stringify(fields)}`);
    if (refuse) throw new ApiError('FORBIDDEN', 403, ['no']);
  };
  const calls: string[] = [];
  const notify = vi.fn();
  const api = { put: call('PUT'), delete: call('DELETE') };
  const client = { session: { user }, api, notify } as unknown as SiteClient;
  return { client, calls, notify };
}

describe('setBlock', () => {
  it.each([
    [true, 'PUT', 'user.ban'],
    [false, 'DELETE', 'user.sban'],
  ] as const)('set to %s sends a %s, shows it at once and emits %s', async (isOn, method, name) => {
    const { client, calls } = fakeClient({ user_id: 3 });
    const [show, heard] = [vi.fn(), vi.fn()];
    document.addEventListener(name, heard, { once: true });
    const done = setBlock(7, isOn, { client, show, failure: FAILURE });
    expect(show.mock.calls).toEqual([[isOn]]);
    expect(await done).toBe(true);
    expect(calls).toEqual([`${method} block {"user_permalink":3,"blocked_permalink":7}`]);
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it.each([
    [true, 'user.ban.error'],
    [false, 'user.sban.error'],
  ] as const)('set to %s and refused shows the earlier state and emits %s', async (isOn, name) => {
    const { client, notify } = fakeClient({ user_id: 3 }, true);
    const [show, heard] = [vi.fn(), vi.fn()];
    document.addEventListener(name, heard, { once: true });
    expect(await setBlock(7, isOn, { client, show, failure: FAILURE })).toBe(false);
    expect(show.mock.calls).toEqual([[isOn], [!isOn]]);
    expect(notify).toHaveBeenCalledWith(FAILURE, { level: 'error' });
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('does nothing for a visitor', async () => {
    const { client, calls } = fakeClient(null);
    const show = vi.fn();
    expect(await setBlock(7, true, { client, show, failure: FAILURE })).toBe(false);
    expect([calls, show.mock.calls]).toEqual([[], []]);
  });
});
