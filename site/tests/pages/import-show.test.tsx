// @vitest-environment happy-dom
import type { FeedImport } from 'earshot/contract';
import { PlayerProvider } from 'earshot/react';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, it, vi } from 'vitest';
import { Page } from '../../src/pages/import-show/page.tsx';
import type { SiteClient } from '../../src/site-client.ts';
import { pageWith } from '../helpers/page-with.tsx';

const PREVIEW = {
  import_id: 5,
  state: 'preview',
  title: 'Bells',
  items: [],
  notes: [],
  proof: { is_proven: true },
} as unknown as FeedImport;

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

/** Opens the page of an import, and presses its button. */
async function press(feed: FeedImport, answer: object, status = 200): Promise<HTMLElement> {
  vi.stubGlobal('fetch', async () => Response.json(answer, { status }));
  const client = {
    session: { token: 'token' },
    api: { get: () => new Promise(() => {}) }, // asked until the import has ended
    withLogin: (call: () => Promise<unknown>) => call(),
  } as unknown as SiteClient;
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  const part = (
    <PlayerProvider player={null} messages={{} as never}>
      <Page loaded={feed} />
    </PlayerProvider>
  );
  const page = pageWith(part, { client, texts: { studio: {} } });
  await act(async () => createRoot(container).render(page));
  const button = [...container.querySelectorAll('button')].at(-1);
  button?.focus();
  await act(async () => button?.click());
  return container;
}

it('keeps the focus on the page when its button has started the import', async () => {
  await press(PREVIEW, { response: { import: { ...PREVIEW, state: 'waiting' } } });
  expect(document.activeElement?.textContent).toBe('Bells');
});

it('shows the message of a refusal that concerns people', async () => {
  const messages = ['proof: the feed does not contain the text yet', 'prove_by: mail sends a code'];
  const asking = { ...PREVIEW, proof: { is_proven: false, code: 'x', mail_to: null } };
  const error = { code: 400, reason: 'INVALID_REQUEST', messages };
  const page = await press(asking as FeedImport, { error }, 400);
  const [shown] = page.querySelectorAll('[role="alert"]');
  expect(shown?.textContent).toBe('the feed does not contain the text yet');
});
