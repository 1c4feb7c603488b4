// @vitest-environment happy-dom
import type { FeedImport } from 'earshot/contract';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { Page as FeedPage } from '../../src/pages/import-feed/page.tsx';
import { type ImportState, useImport } from '../../src/pages/import-show/use-import.ts';
import type { SiteClient } from '../../src/site-client.ts';
import { pageWith } from '../helpers/page-with.tsx';

/** The tokens of the requests. The API refuses the first one, because its session has ended. */
const tokens: unknown[] = [];
const session = { token: 'old' };
const client = {
  session,
  go: vi.fn(),
  async withLogin<Value>(call: () => Promise<Value>) {
    return call().catch(() => {
      session.token = 'new';
      return call();
    });
  },
} as unknown as SiteClient;

async function open(part: ReactNode): Promise<HTMLElement> {
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  const page = pageWith(part, { client, texts: { studio: {} } });
  await act(async () => createRoot(container).render(page));
  return container;
}

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});
beforeEach(() => {
  tokens.length = 0;
  session.token = 'old';
  vi.stubGlobal('fetch', async (_address: string, { headers }: { headers: object }) => {
    tokens.push(Reflect.get(headers, 'Authorization'));
    const answer = { import: { import_id: 5, state: 'preview' } };
    return tokens.length > 1
      ? Response.json({ response: answer })
      : Response.json(
          { error: { code: 401, reason: 'NOT_SIGNED_IN', messages: ['Sign in'] } },
          { status: 401 },
        );
  });
});

it('reads a feed after a login if the session has ended', async () => {
  const page = await open(<FeedPage imports={[]} />);
  const submit = new Event('submit', { bubbles: true, cancelable: true });
  await act(async () => page.querySelector('form')?.dispatchEvent(submit));
  await vi.waitFor(() => expect(client.go).toHaveBeenCalledOnce());
  expect(tokens).toEqual(['Bearer old', 'Bearer new']);
});

it('starts an import after a login if the session has ended', async () => {
  let state: ImportState | undefined;
  function Started() {
    state = useImport({ import_id: 5, state: 'preview' } as unknown as FeedImport);
    return null;
  }
  await open(<Started />);
  await act(async () => expect(await state?.start({})).toBe(true));
  expect(tokens).toEqual(['Bearer old', 'Bearer new']);
});
