// @vitest-environment happy-dom
import type { FeedToken, Show } from 'earshot/contract';
import { PlayerProvider } from 'earshot/react';
import type { SiteConfig } from 'earshot-site/contract';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../src/i18n/texts.ts';
import { Page } from '../../src/pages/private-feeds/page.tsx';
import type { SiteClient } from '../../src/site-client.ts';
import { SiteProvider, type SiteTexts } from '../../src/site-context.tsx';

const SHOW = { show_id: 7, user_id: 3, title: 'Tides', image_url: null } as Show;
const CLEO: FeedToken = {
  token_id: 1,
  name: 'Cleo',
  created_at: '2026-01-02T10:00:00.000Z',
  last_used_at: null,
};
const DORA = { ...CLEO, token_id: 2, name: 'Dora' };
const DORAS_URL = 'https://pod.example/show/7/episodes/feed?token=secret';
const notify = vi.fn();
let texts: SiteTexts;
let root: Root;
let main: HTMLElement;

beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  texts = (await loadTexts('en')) as SiteTexts;
});
afterEach(() => {
  act(() => root.unmount());
  main.remove();
  vi.unstubAllGlobals();
  notify.mockClear();
});

/** Opens the page with Cleo as its first subscriber. A refresh shows Dora as well. */
async function open(...answers: object[]) {
  const fetched = vi.fn(async (_address: string, _sent: RequestInit) =>
    Response.json(answers.shift()),
  );
  vi.stubGlobal('fetch', fetched);
  main = document.body.appendChild(document.createElement('main'));
  root = createRoot(main);
  const draw = (results: FeedToken[]) =>
    root.render(
      <SiteProvider
        config={{ API_CULTURE: 'en', USER: { user_id: 3 } } as SiteConfig}
        texts={texts}
        client={client}
      >
        <PlayerProvider player={null}>
          <Page
            show={SHOW}
            pager={{ current_page: 1, first_page: 1, last_page: 1, results }}
            mayAdd
            made={null}
            errors={[]}
            typed=""
          />
        </PlayerProvider>
      </SiteProvider>,
    );
  const client = {
    refresh: async () => draw([DORA, CLEO]),
    withLogin: (send: () => unknown) => send(),
    notify,
  } as unknown as SiteClient;
  await act(async () => draw([CLEO]));
  return fetched;
}

const field = () => main.querySelector<HTMLInputElement>('input[name="name"]');
const addresses = () =>
  [...main.querySelectorAll<HTMLInputElement>('.es-copy-text')].map(({ value }) => value);

async function send(form: HTMLFormElement | null | undefined): Promise<void> {
  const popover = form?.closest('[popover]');
  if (popover) Object.assign(popover, { hidePopover() {} });
  const submit = new Event('submit', { bubbles: true, cancelable: true });
  await act(async () => form?.dispatchEvent(submit));
}

async function add(name: string): Promise<void> {
  const input = field();
  if (input) input.value = name;
  await send(input?.form);
}

/** Confirms that the feed of this row ends. */
const end = (name: string) =>
  send(
    [...main.querySelectorAll('li')]
      .find((row) => row.textContent?.includes(name))
      ?.querySelector('form'),
  );

describe('the page of private feeds', () => {
  it('keeps the address of a new feed through a refresh, until that feed ends', async () => {
    const made = { response: { feed_token: { ...DORA, feed_url: DORAS_URL } } };
    const fetched = await open(made, { response: {} }, { response: {} });
    await add('Dora');
    const [, sent] = fetched.mock.calls[0] ?? [];
    expect(String(sent?.body)).toBe('do=add&name=Dora');
    expect(main.querySelectorAll('.studio-rows > li')).toHaveLength(2);
    expect([addresses(), field()?.value]).toEqual([[DORAS_URL], '']);
    expect(document.activeElement?.textContent).toContain('Send this address to Dora.');
    await end('Cleo');
    await vi.waitFor(() => expect(notify).toHaveBeenCalledTimes(1));
    expect(addresses()).toEqual([DORAS_URL]);
    await end('Dora');
    await vi.waitFor(() => expect(notify).toHaveBeenCalledTimes(2));
    expect(String(fetched.mock.calls[2]?.[1].body)).toBe('do=end&token_id=2');
    expect(addresses()).toEqual([]);
  });

  it('says at the field what is wrong with a name', async () => {
    const messages = ['name: must not be empty'];
    await open({ error: { code: 400, reason: 'INVALID_REQUEST', messages } });
    await add('\u200b');
    expect(field()?.validationMessage).toBe('must not be empty');
    expect([addresses(), field()?.value]).toEqual([[], '\u200b']);
    expect(notify).not.toHaveBeenCalled();
  });
});
