// @vitest-environment happy-dom
import type { ApiPayload } from 'earshot';
import type { Show } from 'earshot/contract';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { studio } from '../../src/i18n/en.json';
import { FeedForm } from '../../src/pages/show-feed/feed-form.tsx';
import type { SiteClient } from '../../src/site-client.ts';
import { pageWith } from '../helpers/page-with.tsx';

const SHOW = { show_id: 3, funding: [{ url: 'https://old.example', text: 'Old' }] } as Show;

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});
beforeEach(() => localStorage.clear());

it('refuses once to replace a list that another person has saved meanwhile', async () => {
  const sent: ApiPayload[] = [];
  const stored = { ...SHOW, funding: [{ url: 'https://of-another.example', text: 'Theirs' }] };
  const client = {
    api: {
      get: async () => ({ show: stored }),
      async put(_route: string, payload: ApiPayload) {
        sent.push(payload);
        return { show: stored };
      },
    },
    session: { user: null },
    refresh: async () => {},
  } as unknown as SiteClient;
  document.body.innerHTML = '<main></main>';
  const main = document.querySelector('main') as HTMLElement;
  const page = pageWith(<FeedForm show={SHOW} />, {
    client,
    texts: { site: { date_locale: 'en' }, studio, feed: {} },
  });
  await act(async () => createRoot(main).render(page));

  const field = main.querySelector<HTMLInputElement>('input[value="Old"]');
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  await act(async () => {
    setValue?.call(field, 'Mine');
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const save = () => act(async () => main.querySelector('form')?.requestSubmit());
  await save();
  expect(sent).toEqual([]);
  expect(main.textContent).toContain(studio.field_changed);
  await save();
  expect(sent).toEqual([
    { show_id: 3, funding: JSON.stringify([{ url: 'https://old.example', text: 'Mine' }]) },
  ]);
});
