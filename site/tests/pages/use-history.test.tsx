// @vitest-environment happy-dom
import { ApiError, listeningProgress } from 'earshot';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, it, vi } from 'vitest';
import { type History, useHistory } from '../../src/pages/history/use-history.ts';
import type { SiteClient } from '../../src/site-client.ts';
import { pageWith } from '../helpers/page-with.tsx';

const client = {
  api: {
    async get(_route: string, { episode_id }: { episode_id: number }) {
      if (episode_id === 9) throw new ApiError('NETWORK', 0, ['Offline']);
      if (episode_id === 8 && isGone) throw new ApiError('EPISODE_UNKNOWN', 404, ['Unknown']);
      return { episode: { episode_id } };
    },
  },
  reportOffline: vi.fn(),
} as unknown as SiteClient;
let isGone = true;

let history: History;

function Reader() {
  history = useHistory();
  return null;
}

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

// It may be private, so that its link has a key, or a draft for an hour.
it('leaves an episode out that cannot be found, and keeps the place in it', async () => {
  localStorage.setItem('earshot.positions', '[[7,60,190,0],[8,1200,1900,0]]');
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(pageWith(<Reader />, { client })));
  expect(history.heard.map(({ episode_id }) => episode_id)).toEqual([7]);
  expect([history.total, history.kept]).toEqual([1, 2]);
  expect(listeningProgress().get(8)?.position).toBe(1200);
  await act(async () => root.render(null));
  isGone = false; // it was restored
  await act(async () => root.render(pageWith(<Reader />, { client })));
  expect(history.heard.map(({ episode_id }) => episode_id)).toEqual([8, 7]);
  expect(client.reportOffline).not.toHaveBeenCalled();
  await act(async () => root.unmount());
});

it('grows on demand, in steps', async () => {
  const places = Array.from({ length: 45 }, (_, n) => [101 + n, 60, 190, 0]);
  localStorage.setItem('earshot.positions', JSON.stringify(places));
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(pageWith(<Reader />, { client })));
  const lengths = [history.heard.length];
  for (let turn = 0; turn < 3; turn += 1) {
    await act(async () => history.more());
    lengths.push(history.heard.length);
  }
  expect(lengths).toEqual([20, 40, 45, 45]);
  expect([history.heard[0]?.episode_id, history.total]).toEqual([145, 45]);
  await act(async () => root.unmount());
});

it('says so if the host is not reached', async () => {
  localStorage.setItem('earshot.positions', '[[9,60,190,0]]');
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(pageWith(<Reader />, { client })));
  expect(client.reportOffline).toHaveBeenCalledOnce();
  await act(async () => root.unmount());
});
