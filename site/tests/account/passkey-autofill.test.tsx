// @vitest-environment happy-dom
import { ApiError } from 'earshot';
import type { SiteConfig } from 'earshot-site/contract';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { LoginForm } from '../../src/account/login-form.tsx';
import { loadTexts } from '../../src/i18n/texts.ts';
import type { SiteClient } from '../../src/site-client.ts';
import { SiteProvider, type SiteTexts } from '../../src/site-context.tsx';

const MINUTE_MS = 60_000;
const KEY = {
  id: 'AQ',
  rawId: new ArrayBuffer(1),
  type: 'public-key',
  response: {
    clientDataJSON: new ArrayBuffer(1),
    authenticatorData: new ArrayBuffer(1),
    signature: new ArrayBuffer(1),
  },
  getClientExtensionResults: () => ({}),
};

/** A request to the browser for a passkey. */
interface Asked {
  options: CredentialRequestOptions;
  choose(): void;
  refuse(): void;
}

let texts: SiteTexts;
let root: Root;
let container: HTMLElement;
let asked: Asked[];
const post = vi.fn(async () => ({ options: { challenge: 'AAAA' } }));
const begin = vi.fn();
const onLoggedIn = vi.fn();
const log = (['error', 'warn', 'log', 'info'] as const).map((name) => vi.spyOn(console, name));

beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  texts = (await loadTexts('en')) as SiteTexts;
  await import('../../src/account/passkeys.ts'); // waits in tests are waits of the product
});
beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } });
});
afterEach(() => {
  act(() => root.unmount());
  container.remove();
  Reflect.deleteProperty(navigator, 'credentials');
  for (const spy of log) expect(spy).not.toHaveBeenCalled();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const get = (options: CredentialRequestOptions) =>
  new Promise((resolve, reject) => {
    options.signal?.addEventListener('abort', () => reject(options.signal?.reason));
    const refuse = () => reject(new DOMException('no reason', 'NotAllowedError'));
    asked.push({ options, choose: () => resolve(KEY), refuse });
  });

const wait = (ms = 0) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

async function open({
  isAvailable = true,
  answer = {},
}: {
  isAvailable?: boolean;
  answer?: object;
} = {}) {
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(class {}, { isConditionalMediationAvailable: async () => isAvailable }),
  );
  const fetched = vi.fn(async (_address: string, _sent: RequestInit) => Response.json(answer));
  vi.stubGlobal('fetch', fetched);
  container = document.body.appendChild(document.createElement('div'));
  root = createRoot(container);
  const client = { api: { post }, session: { begin } } as unknown as SiteClient;
  await act(async () =>
    root.render(
      <SiteProvider config={{ API_CULTURE: 'en' } as SiteConfig} texts={texts} client={client}>
        <LoginForm redirect="/" onLoggedIn={onLoggedIn} />
      </SiteProvider>,
    ),
  );
  await wait();
  return fetched;
}

const field = () => container.querySelector<HTMLInputElement>('[name=email]');
const press = () =>
  act(async () => container.querySelector<HTMLElement>('button[type=button]')?.click());
/** How the browser was asked, and whether the request is over. */
const requests = () =>
  asked.map(({ options: { mediation, signal } }) => [mediation ?? 'modal', signal?.aborted]);

describe('passkeys in the suggestions of the address', () => {
  it('are not asked for in a browser that suggests none', async () => {
    await open({ isAvailable: false });
    expect(field()?.autocomplete).toBe('username');
    expect(requests()).toEqual([]);
    expect(post).not.toHaveBeenCalled();
  });

  it('log in', async () => {
    const login = { user: { user_id: 1 } };
    const fetched = await open({ answer: { response: login } });
    expect(field()?.autocomplete).toBe('username webauthn');
    expect(requests()).toEqual([['conditional', false]]);
    asked[0]?.choose();
    await wait();
    expect(fetched.mock.calls[0]?.[0]).toBe('/login/passkey');
    expect(begin).toHaveBeenCalledWith(login);
    expect(onLoggedIn).toHaveBeenCalledOnce();
    await wait(30 * MINUTE_MS);
    expect(requests()).toHaveLength(1);
  });

  it('end for the window of the browser, and come back after it', async () => {
    await open();
    await press();
    await wait();
    expect(requests()).toEqual([
      ['conditional', true],
      ['modal', false],
    ]);
    await wait(30 * MINUTE_MS);
    expect(requests()[1]).toEqual(['modal', false]); // nothing ends the window
    asked[1]?.refuse();
    await wait();
    expect(requests()[2]).toEqual(['conditional', false]);
    expect(container.querySelector('[role=alert]')?.textContent).toBe(
      texts.account?.passkey_failed,
    );
  });

  it('end once for a button that is pressed twice', async () => {
    await open();
    await press();
    await press();
    await wait();
    expect(requests()).toEqual([
      ['conditional', true],
      ['modal', false],
    ]);
  });

  it('end with the page', async () => {
    await open();
    act(() => root.render(null));
    await wait(30 * MINUTE_MS);
    expect(requests()).toEqual([['conditional', true]]);
    expect(post).toHaveBeenCalledOnce();
  });

  it('come back with a page that the browser has kept', async () => {
    await open();
    window.dispatchEvent(new Event('pagehide'));
    await wait(30 * MINUTE_MS);
    expect(requests()).toEqual([['conditional', true]]);
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await wait();
    expect(requests().at(-1)).toEqual(['conditional', false]);
  });

  it('have a new challenge before the last one is too old', async () => {
    await open();
    await wait(7 * MINUTE_MS);
    expect(requests()).toEqual([['conditional', false]]);
    await wait(2 * MINUTE_MS);
    expect(requests()).toEqual([
      ['conditional', true],
      ['conditional', false],
    ]);
    expect(post).toHaveBeenCalledTimes(2);
  });

  it('wait for a page in the background', async () => {
    await open();
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await wait(60 * MINUTE_MS);
    expect(post).toHaveBeenCalledOnce();
    visibility.mockRestore();
    document.dispatchEvent(new Event('visibilitychange'));
    await wait();
    expect(requests().at(-1)).toEqual(['conditional', false]);
    expect(post).toHaveBeenCalledTimes(2);
  });

  it('are not asked for in a circle by a browser that refuses', async () => {
    await open();
    asked[0]?.refuse();
    await wait(MINUTE_MS);
    expect(requests()).toHaveLength(1);
    expect(container.querySelector('[role=alert]')).toBeNull();
    act(() => field()?.focus());
    await wait();
    expect(requests()).toHaveLength(2);
  });

  it('are not missed if the host gives no challenge', async () => {
    post.mockRejectedValueOnce(new ApiError('RATE_LIMITED', 429, ['Too many']));
    await open();
    expect(requests()).toEqual([]);
    expect(container.querySelector('[role=alert]')).toBeNull();
    await wait(9 * MINUTE_MS);
    expect(requests()).toEqual([['conditional', false]]);
  });

  it('say why the host refuses one', async () => {
    const fetched = await open();
    const error = { code: 401, messages: ['This passkey is unknown.'] };
    fetched.mockResolvedValueOnce(Response.json({ error }, { status: 401 }));
    asked[0]?.choose();
    await wait();
    expect(container.querySelector('[role=alert]')?.textContent).toBe('This passkey is unknown.');
    expect(onLoggedIn).not.toHaveBeenCalled();
    await wait(MINUTE_MS);
    expect(requests()).toHaveLength(1);
  });
});
