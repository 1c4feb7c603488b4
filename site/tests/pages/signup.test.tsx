// @vitest-environment happy-dom
import type { SiteConfig } from 'earshot-site/contract';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadTexts } from '../../src/i18n/texts.ts';
import { Page } from '../../src/pages/signup/page.tsx';
import type { SiteClient } from '../../src/site-client.ts';
import { pageWith } from '../helpers/page-with.tsx';

const VALUES = { name: 'Ada', email: 'ada@mail.test', invite: '', terms: true };
const NONE = { url: '', app_id: '' };
const CONNECT = { facebook: NONE, twitter: NONE, google: NONE, apple: NONE };

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});
afterEach(() => vi.unstubAllGlobals());

/** Signs up. Returns what the site says. */
async function signUp(SENDS_MAIL: boolean): Promise<string[]> {
  const said: string[] = [];
  const client = {
    session: { begin() {} },
    go() {},
    notify: (text: string) => said.push(text),
  } as unknown as SiteClient;
  vi.stubGlobal('fetch', async () => Response.json({ response: {} }));
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  const config = { SIGNUP: 'open', SENDS_MAIL, CONNECT } as Partial<SiteConfig>;
  const texts = await loadTexts('en');
  const page = <Page redirect="/" values={VALUES} messages={[]} />;
  await act(async () => createRoot(container).render(pageWith(page, { client, config, texts })));
  await act(async () => container.querySelector('form')?.requestSubmit());
  return said;
}

it('names the mail that confirms the address, if the host sends one', async () => {
  expect(await signUp(true)).toEqual([
    'To confirm your address, open the link in the mail to ada@mail.test.',
  ]);
  expect(await signUp(false)).toEqual([]);
});
