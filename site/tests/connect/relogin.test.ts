import { ApiError } from 'earshot';
import type { Login } from 'earshot/contract';
import { describe, expect, it, vi } from 'vitest';
import { createRelogin } from '../../src/connect/relogin.ts';
import { createSession } from '../../src/session/session.ts';
import { createWithLogin } from '../../src/session/with-login.ts';

const login = (user_id: number, token: string) =>
  ({ user: { user_id }, sso: { token } }) as unknown as Login;
const unauthorized = () => new ApiError('NOT_SIGNED_IN', 401, ['Please log in.']);

function setUp(answer: () => boolean | Promise<boolean> = () => true) {
  const session = createSession({ USER: null, OAUTH_TOKEN: null });
  session.begin(login(1, 'old'));
  const ask = vi.fn(async () => {
    const isBack = await answer();
    if (isBack) session.begin(login(1, 'new'));
    return isBack;
  });
  const reload = vi.fn();
  const withLogin = createWithLogin(session, async () => createRelogin({ session, ask, reload }));
  /** A server that knows only the new token. */
  const call = vi.fn(async () => {
    if (session.token !== 'new') throw unauthorized();
    return 'done';
  });
  return { session, ask, reload, withLogin, call };
}

describe('createRelogin', () => {
  it('repeats a call once after the user has logged in again', async () => {
    const { withLogin, call } = setUp();
    expect(await withLogin(call)).toBe('done');
    expect(call).toHaveBeenCalledTimes(2);
  });

  it('drops user and token before it asks', async () => {
    const { session, withLogin, call } = setUp(() => {
      expect(session.getSnapshot()).toEqual({ user: null, token: null });
      return true;
    });
    await withLogin(call);
  });

  it('asks once for calls that fail together', async () => {
    const { withLogin, call, ask } = setUp();
    expect(await Promise.all([withLogin(call), withLogin(call)])).toEqual(['done', 'done']);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('repeats a call that hears of the end only after the login', async () => {
    const { withLogin, call, ask } = setUp();
    let fail = () => {};
    const late = vi.fn(
      () => new Promise<string>((_, reject) => (fail = () => reject(unauthorized()))),
    );
    const result = withLogin(late);
    await withLogin(call);
    late.mockResolvedValue('late');
    fail();
    expect(await result).toBe('late');
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('fails if the user does not log in, and asks again at the next call', async () => {
    const answers = [false, true];
    const { withLogin, call, ask } = setUp(() => answers.shift() ?? false);
    await expect(withLogin(call)).rejects.toThrow('Please log in.');
    expect(call).toHaveBeenCalledTimes(1);
    expect(await withLogin(call)).toBe('done');
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('repeats nothing as another user', async () => {
    const { session, withLogin, call, reload } = setUp();
    const ask = async () => {
      session.begin(login(2, 'new'));
      return true;
    };
    const asked = createWithLogin(session, async () => createRelogin({ session, ask, reload }));
    await expect(asked(call)).rejects.toThrow('Please log in.');
    expect(call).toHaveBeenCalledTimes(1);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(await withLogin(call)).toBe('done');
  });

  it('gives up after a second refusal', async () => {
    const { withLogin, ask } = setUp();
    const never = vi.fn(async () => {
      throw unauthorized();
    });
    await expect(withLogin(never)).rejects.toThrow('Please log in.');
    expect(never).toHaveBeenCalledTimes(2);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('leaves visitors and other failures alone', async () => {
    const { session, withLogin, ask } = setUp();
    const forbidden = new ApiError('FORBIDDEN', 403, ['No.']);
    await expect(withLogin(() => Promise.reject(forbidden))).rejects.toBe(forbidden);
    expect(session.token).toBe('old');
    session.end();
    await expect(withLogin(() => Promise.reject(unauthorized()))).rejects.toThrow();
    expect(ask).not.toHaveBeenCalled();
  });
});
