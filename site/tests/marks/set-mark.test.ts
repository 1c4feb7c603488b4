// @vitest-environment happy-dom
import { ApiError } from 'earshot';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setMark } from '../../src/marks/set-mark.ts';
import { takeWish } from '../../src/session/take-wish.ts';
import type { SiteClient } from '../../src/site-client.ts';

const LIKE = { kind: 'episode', id: 7 } as const;

function fakeClient(user: { user_id: number } | null) {
  const calls: string[] = [];
  const call = (method: string) => (route: string, fields: object) => {
    calls.push(`${method} ${route} ${JSON.stringify(fields)}`);
    return answer();
  };
  let answer = async (): Promise<unknown> => ({});
  const client = {
    session: { user },
    api: { put: call('PUT'), delete: call('DELETE') },
    notify: vi.fn(),
    go: vi.fn(),
  };
  return {
    client: client as unknown as SiteClient & typeof client,
    calls,
    answerWith: (next: typeof answer) => {
      answer = next;
    },
  };
}

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/user/mara/the-sea?at=3');
});

describe('setMark', () => {
  it('shows the mark before the server has answered', async () => {
    const { client, calls } = fakeClient({ user_id: 3 });
    const show = vi.fn();
    const done = setMark(LIKE, true, { client, show });
    expect(show.mock.calls).toEqual([[true]]);
    await done;
    expect(calls).toEqual(['PUT like {"user_id":3,"episode_id":7}']);
    expect(show).toHaveBeenCalledTimes(1);
  });

  it('shows the earlier state again if the server refuses, and says why', async () => {
    const { client, answerWith } = fakeClient({ user_id: 3 });
    answerWith(() => Promise.reject(new ApiError('FORBIDDEN', 403, ['not you', 'not now'])));
    const show = vi.fn();
    const heard = vi.fn();
    document.addEventListener('episode.like.failure', heard, { once: true });
    await setMark(LIKE, true, { client, show });
    expect(show.mock.calls).toEqual([[true], [false]]);
    expect(client.notify).toHaveBeenCalledWith('not you, not now', { level: 'error' });
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('sends a like and its taking back in that order', async () => {
    const { client, calls, answerWith } = fakeClient({ user_id: 3 });
    let answerFirst = () => {};
    answerWith(
      () =>
        new Promise((resolve) => {
          answerFirst = () => resolve({});
          answerWith(async () => ({}));
        }),
    );
    const show = vi.fn();
    const like = setMark(LIKE, true, { client, show });
    const unlike = setMark(LIKE, false, { client, show });
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    answerFirst();
    await Promise.all([like, unlike]);
    expect(calls.map((call) => call.split(' ')[0])).toEqual(['PUT', 'DELETE']);
    expect(show.mock.calls).toEqual([[true], [false]]);
  });

  it('shows the state of before if a like and its taking back are both refused', async () => {
    const { client, answerWith } = fakeClient({ user_id: 3 });
    answerWith(() => Promise.reject(new ApiError('NETWORK', 0, ['offline'])));
    const show = vi.fn();
    const like = setMark(LIKE, true, { client, show });
    const unlike = setMark(LIKE, false, { client, show });
    await Promise.all([like, unlike]);
    expect(show).toHaveBeenLastCalledWith(false);
  });

  it('works again after a failure of the page itself', async () => {
    const { client, calls, answerWith } = fakeClient({ user_id: 3 });
    answerWith(() => Promise.reject(new TypeError('a defect')));
    await expect(setMark(LIKE, true, { client, show: vi.fn() })).rejects.toThrow('a defect');
    answerWith(async () => ({}));
    await setMark(LIKE, true, { client, show: vi.fn() });
    expect(calls).toHaveLength(2);
  });

  it('sends a request that waits for one which fails so', async () => {
    const { client, calls, answerWith } = fakeClient({ user_id: 3 });
    answerWith(() => {
      answerWith(async () => ({}));
      return Promise.reject(new TypeError('a defect'));
    });
    const first = setMark(LIKE, true, { client, show: vi.fn() });
    const second = setMark(LIKE, false, { client, show: vi.fn() });
    await expect(first).rejects.toThrow('a defect');
    await second;
    expect(calls.map((call) => call.split(' ')[0])).toEqual(['PUT', 'DELETE']);
  });

  it('keeps the wish of a visitor for after the login, and forgets it then', async () => {
    const { client, calls } = fakeClient(null);
    const show = vi.fn();
    await setMark(LIKE, true, { client, show });
    expect(client.go.mock.calls).toEqual([['/login?redirect=%2Fuser%2Fmara%2Fthe-sea%3Fat%3D3']]);
    expect([calls, show.mock.calls]).toEqual([[], []]);
    expect(takeWish()).toEqual(LIKE);
    expect(takeWish()).toBeNull();
  });

  it('removes nothing for a visitor', async () => {
    const { client, calls } = fakeClient(null);
    await setMark(LIKE, false, { client, show: vi.fn() });
    expect(client.go).not.toHaveBeenCalled();
    expect(calls).toEqual([]);
  });
});
