// @vitest-environment happy-dom
import type { Show } from 'earshot/contract';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, it, vi } from 'vitest';
import type { SiteClient } from '../../src/site-client.ts';
import { CoverField } from '../../src/studio/cover-field.tsx';
import { pageWith } from '../helpers/page-with.tsx';

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

it('sends the picture after a login if the session has ended', async () => {
  const tokens: unknown[] = [];
  vi.stubGlobal('createImageBitmap', async () => ({ width: 1, height: 1 }));
  vi.stubGlobal('fetch', async (_address: string, { headers }: { headers: object }) => {
    tokens.push(Reflect.get(headers, 'Authorization'));
    return tokens.length === 1
      ? Response.json(
          { error: { code: 401, reason: 'NOT_SIGNED_IN', messages: ['Sign in'] } },
          { status: 401 },
        )
      : Response.json({ response: {} });
  });
  const session = { token: 'old' };
  const refresh = vi.fn();
  const client = {
    session,
    refresh,
    notify() {},
    async withLogin<Value>(call: () => Promise<Value>) {
      return call().catch(() => {
        session.token = 'new';
        return call();
      });
    },
  } as unknown as SiteClient;
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  const show = { show_id: 3, title: 'Harbour', image_url: null } as Show;
  const page = pageWith(<CoverField show={show} />, { client, texts: { studio: {} } });
  await act(async () => createRoot(container).render(page));

  const input = container.querySelector<HTMLInputElement>('input[type=file]');
  const file = new File(['x'], 'cover.png', { type: 'image/png' });
  const files = [file];
  Object.defineProperty(input, 'files', { get: () => files.splice(0) });
  await act(async () => input?.dispatchEvent(new Event('change', { bubbles: true })));
  await vi.waitFor(() => expect(refresh).toHaveBeenCalledOnce());
  expect(tokens).toEqual(['Bearer old', 'Bearer new']);
});
