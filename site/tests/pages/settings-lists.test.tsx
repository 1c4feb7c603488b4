// @vitest-environment happy-dom
import { ApiError } from 'earshot';
import type { OwnUser, ProgramToken, Session } from 'earshot/contract';
import { PlayerProvider } from 'earshot/react';
import type { SiteConfig } from 'earshot-site/contract';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts, type SiteCatalogue } from '../../src/i18n/texts.ts';
import { Page as Applications } from '../../src/pages/applications/page.tsx';
import { ProofPanel } from '../../src/pages/import-show/proof-panel.tsx';
import type { ImportState } from '../../src/pages/import-show/use-import.ts';
import { DeleteForm } from '../../src/pages/settings/delete-form.tsx';
import { EmailForm } from '../../src/pages/settings/email-form.tsx';
import { PasswordForm } from '../../src/pages/settings/password-form.tsx';
import { SessionList } from '../../src/pages/settings/session-list.tsx';
import type { SiteClient } from '../../src/site-client.ts';
import { pageWith } from '../helpers/page-with.tsx';

const USED = { last_used_at: '2026-01-01T00:00:00Z', created_at: '2026-01-01T00:00:00Z' };
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Firefox/153.0';
const USER = { user_id: 3, email: 'a@mail.test', has_password: true } as OwnUser;
const SECRET = 'made-up';

/** The calls of the API, and the notices to the reader. */
let asked: unknown[][];
let told: string[];
/** The pages that it has opened. */
let went: string[];
let refusal: string | null;
let texts: SiteCatalogue;
let container: HTMLElement;
let root: Root;

const call =
  (method: string, answer: object = {}) =>
  async (...args: unknown[]) => {
    asked.push([method, ...args]);
    if (refusal) throw new ApiError('INVALID_REQUEST', 400, [refusal]);
    return answer;
  };
const client = {
  api: {
    put: call('PUT', { user: USER }),
    post: call('POST', { token: { token_id: 5, name: 'My <script>', secret: SECRET, ...USED } }),
    delete: call('DELETE'),
  },
  session: { update() {}, end() {} },
  withLogin: <Value,>(work: () => Promise<Value>) => work(),
  go: (path: string) => went.push(path),
  refresh: async () => {},
  notify: (text: string) => told.push(text),
} as unknown as SiteClient;

async function show(part: ReactNode, config: Partial<SiteConfig> = {}): Promise<void> {
  const page = (
    <PlayerProvider player={null} messages={{} as never}>
      {part}
    </PlayerProvider>
  );
  await act(async () => root.render(pageWith(page, { client, texts, config })));
}
const buttons = () => [...container.querySelectorAll('button')];
const nameOf = (button: Element) => button.getAttribute('aria-label') ?? button.textContent;
const press = (name: string) =>
  act(async () =>
    buttons()
      .find((button) => nameOf(button) === name)
      ?.click(),
  );
const field = (name: string) => container.querySelector<HTMLInputElement>(`[name=${name}]`);

/** Types into the fields, and sends their form. */
async function send(values: Record<string, string>): Promise<void> {
  await act(async () => {
    for (const [name, value] of Object.entries(values)) {
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
      set?.call(field(name), value);
      field(name)?.dispatchEvent(new Event('input', { bubbles: true }));
    }
  });
  await act(async () => container.querySelector('form')?.requestSubmit());
}

beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  texts = await loadTexts('en');
});
beforeEach(() => {
  [asked, told, went, refusal] = [[], [], [], null];
  container = document.createElement('div');
  document.body.replaceChildren(container);
  root = createRoot(container);
});
afterEach(() => act(async () => root.unmount()));

describe('the sessions', () => {
  const sessions = [1, 2, 3].map((session_id) => ({
    ...{ session_id, user_agent: FIREFOX, is_current: session_id === 1 },
    ...USED,
  })) as Session[];

  it('end one by one, or all but the one of this browser', async () => {
    await show(<SessionList sessions={sessions} />);
    expect(container.querySelector('li')?.textContent).toContain('This browser');
    await press('End the session of Firefox, Linux');
    await press('End all others');
    expect(asked).toEqual([
      ['DELETE', 'session', { session_id: 2 }],
      ['DELETE', 'sessions'],
    ]);
    expect(told).toEqual(['The session has ended.', 'The sessions have ended.']);
  });

  it('have no button if there is only that of this browser', async () => {
    await show(<SessionList sessions={sessions.slice(0, 1)} />);
    expect(buttons()).toEqual([]);
  });
});

describe('a new password', () => {
  const fields = { current_password: 'wrong one', password: 'another horse battery' };

  it('is said to be changed, and its fields are empty again', async () => {
    await show(<PasswordForm user={USER} />);
    await send(fields);
    expect(asked).toEqual([['PUT', 'user', { ...fields, user_id: 3 }]]);
    expect(told).toEqual(['Your password is changed.']);
    expect([field('current_password')?.value, field('password')?.value]).toEqual(['', '']);
  });

  it('leads back to the current one if that is wrong', async () => {
    refusal = 'current_password: is wrong';
    await show(<PasswordForm user={USER} />);
    await send(fields);
    expect(document.activeElement).toBe(field('current_password'));
    expect(field('password')?.value).toBe(fields.password);
  });
});

describe('an account without a password', () => {
  const user = { ...USER, has_password: false };

  it('gets one by mail, and may name an address', async () => {
    await show(<PasswordForm user={user} />);
    expect(container.textContent).toContain('You have no password');
    expect(field('current_password')).toBeNull();
    await press('Send me the link');
    expect(asked).toEqual([['POST', 'password_forgot', { email: USER.email }]]);
    await show(<EmailForm user={{ ...user, email_verified: false, email_pending: null }} />);
    await send({ email: 'b@mail.test' });
    expect(asked.at(-1)).toEqual(['PUT', 'user', { email: 'b@mail.test', user_id: 3 }]);
    expect(told.at(-1)).toBe('Please open the link in the mail to b@mail.test.');
  });

  it('ends after a question, and leads on', async () => {
    const fetched = vi.fn(async () => Response.json({ response: {} }));
    vi.stubGlobal('fetch', fetched);
    await show(<DeleteForm user={user} messages={[]} />);
    expect(container.querySelector('[role=dialog]')?.textContent).toContain('Delete your account?');
    await act(async () => container.querySelector('form')?.requestSubmit());
    expect(fetched).toHaveBeenCalledWith('/account/delete', expect.anything());
    expect(went).toEqual(['/account/deleted']);
    vi.unstubAllGlobals();
  });
});

describe('the address', () => {
  it('waits for its mail, which can be sent again', async () => {
    await show(<EmailForm user={{ ...USER, email_verified: false, email_pending: null }} />);
    expect(container.textContent).toContain('You have not confirmed this address yet.');
    const fields = { email: 'b@mail.test', current_password: 'correct horse battery' };
    await send(fields);
    expect(asked).toEqual([['PUT', 'user', { ...fields, user_id: 3 }]]);
    await show(<EmailForm user={{ ...USER, email_verified: true, email_pending: fields.email }} />);
    expect(container.textContent).toContain('The new address b@mail.test counts once');
    await press('Send the mail again');
    expect(asked.at(-1)).toEqual(['POST', 'email_resend', undefined]);
    expect(told.at(-1)).toBe('The mail has been sent.');
  });
});

describe('a host without mail', () => {
  const WITHOUT = { SENDS_MAIL: false };
  const unsent = /^This host sends no mail\. The people who run it have the mail with the link/;

  it('says so instead of naming a mail that has been sent', async () => {
    const waiting = { ...USER, email_verified: false, email_pending: null };
    await show(<EmailForm user={waiting} />, WITHOUT);
    await press('Send the mail again');
    await send({ email: 'b@mail.test', current_password: 'correct horse battery' });
    await show(<PasswordForm user={{ ...USER, has_password: false }} />, WITHOUT);
    expect(container.textContent).not.toContain('We send a mail');
    await press('Send me the link');
    expect(told).toEqual([1, 2, 3].map(() => expect.stringMatching(unsent)));
  });

  it('asks for a proof in the feed', async () => {
    const proof = { code: 'earshot-proof', mail_to: 'a…@mail.test', is_proven: false };
    const state = { feed: { proof } } as ImportState;
    const mail = () => buttons().some((button) => button.textContent?.includes('mail.test'));
    await show(<ProofPanel state={state} />);
    expect(mail()).toBe(true);
    await show(<ProofPanel state={state} />, WITHOUT);
    expect(mail()).toBe(false);
    expect(container.textContent).not.toMatch(/two proofs|Or put/);
  });
});

describe('a token for a program', () => {
  it('is shown once, until it is revoked', async () => {
    await show(<Applications tokens={[]} />);
    expect(container.textContent).toContain('No program has a token yet.');
    await send({ name: 'My <script>' });
    const made = { token_id: 5, name: 'My <script>', scope: 'account', ...USED } as ProgramToken;
    await show(<Applications tokens={[made]} />);
    const secret = () =>
      [...container.querySelectorAll('input')].some(({ value }) => value === SECRET);
    expect([secret(), field('name')?.value]).toEqual([true, '']);
    expect(container.querySelector('li strong')?.textContent).toBe('My <script>');
    await press('Revoke the token of My <script>');
    expect(asked.at(-1)).toEqual(['DELETE', 'token', { token_id: 5 }]);
    expect(secret()).toBe(false);
  });
});
