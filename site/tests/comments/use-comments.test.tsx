// @vitest-environment happy-dom
import { ApiError } from 'earshot';
import type { Episode } from 'earshot/contract';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { useComments } from '../../src/comments/use-comments.ts';
import { loadTexts } from '../../src/i18n/texts.ts';
import type { SiteClient } from '../../src/site-client.ts';
import { pageWith } from '../helpers/page-with.tsx';

vi.mock('../../src/comments/use-arrived.ts', () => ({ useArrived: () => [] }));

const EPISODE = { episode_id: 7, site_url: 'http://site.test/user/u/e' } as Episode;
const NONE = { items: [], next: null };
const USER = { user_id: 3, name: 'Noor' };

let comments: ReturnType<typeof useComments>;
let answer: (value: Promise<unknown>) => void;
let root: Root;

function Reader() {
  comments = useComments(EPISODE, NONE as never);
  return null;
}

const texts = () => comments.items.map(({ text }) => text);

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});
beforeEach(async () => {
  const client = {
    api: {
      post: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    },
    session: { user: USER, subscribe: () => () => {} },
    notify() {},
  } as unknown as SiteClient;
  root = createRoot(document.createElement('div'));
  const page = pageWith(<Reader />, { client, texts: await loadTexts('en') });
  await act(async () => root.render(page));
});
afterEach(() => act(async () => root.unmount()));

it('shows a comment at once, and takes it back if the server refuses it', async () => {
  const failed = vi.fn();
  await act(async () => void comments.write('Not for you', null).catch(failed));
  expect(texts()).toEqual(['Not for you']);
  const gone = new ApiError('EPISODE_UNAVAILABLE', 404, ['gone']);
  await act(async () => answer(Promise.reject(gone)));
  expect(texts()).toEqual([]);
  const [error] = failed.mock.calls[0] ?? [];
  expect(String(error?.messages)).toContain('you and its author have blocked each other');
});
