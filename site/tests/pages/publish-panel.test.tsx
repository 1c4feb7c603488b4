// @vitest-environment happy-dom
import type { Episode } from 'earshot/contract';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FormState } from '../../src/forms/use-form.ts';
import type { EpisodeValues } from '../../src/pages/edit-episode/episode-values.ts';
import { PublishPanel } from '../../src/pages/edit-episode/publish-panel.tsx';
import type { SiteClient } from '../../src/site-client.ts';
import { pageWith } from '../helpers/page-with.tsx';

const EPISODE = { episode_id: 7, show_id: 3, state: 'draft', published_at: null } as Episode;
const TEXTS = {
  site: { date_locale: 'en' },
  studio: { schedule: 'Schedule', scheduled_now: 'It waits.', published_now: 'It is out.' },
};

async function schedule(time: string): Promise<string[]> {
  const said: string[] = [];
  const client = {
    api: { put: async () => ({}) },
    refresh: async () => {},
    notify: (text: string) => said.push(text),
  } as unknown as SiteClient;
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  const form = { isChanged: false } as FormState<EpisodeValues>;
  const panel = <PublishPanel episode={EPISODE} preflight={[]} form={form} />;
  await act(async () => {
    createRoot(container).render(pageWith(panel, { client, texts: TEXTS }));
  });
  const field = container.querySelector<HTMLInputElement>('input[type=datetime-local]');
  await act(async () => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
    set?.call(field, time);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const button = [...container.querySelectorAll('button')].find((each) =>
    each.textContent?.includes('Schedule'),
  );
  await act(async () => button?.click());
  return said;
}

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

describe('PublishPanel', () => {
  it.each([
    ['a coming time', `${new Date().getFullYear() + 1}-06-01T10:00`, 'It waits.'],
    ['a time in the past', '2020-06-01T10:00', 'It is out.'],
  ])('says what %s has done', async (_, time, words) => {
    expect(await schedule(time)).toEqual([words]);
  });
});
