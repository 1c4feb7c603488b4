// @vitest-environment happy-dom
import { ApiError } from 'earshot';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, it } from 'vitest';
import { loadTexts } from '../../src/i18n/texts.ts';
import { BulkForm } from '../../src/pages/show-episodes/bulk-form.tsx';
import type { SiteClient } from '../../src/site-client.ts';
import { pageWith } from '../helpers/page-with.tsx';

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

it('reports the last action that succeeded, also after one that failed', async () => {
  let isOnline = true;
  const client = {
    withLogin: async () => {
      if (!isOnline) throw new ApiError('NETWORK', 0, ['Offline']);
      return { results: [{ episode_id: 7, title: 'Ebb', error: null }] };
    },
    refresh: async () => {},
    notify() {},
  } as unknown as SiteClient;
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  const form = (
    <BulkForm results={[]} asked={null} errors={[]}>
      <input type="checkbox" name="episode_7" />
    </BulkForm>
  );
  const texts = await loadTexts('en');
  await act(async () => createRoot(container).render(pageWith(form, { client, texts })));
  const press = (name: string) =>
    act(async () => {
      const buttons = [...container.querySelectorAll('button')];
      buttons.find(({ textContent }) => textContent === name)?.click();
    });
  const report = () => container.querySelector('.studio-report')?.textContent;

  await press('Publish');
  expect(report()).toBe('1 episode was changed.');
  isOnline = false;
  await press('Delete');
  expect(report()).toBe('1 episode was changed.');
  isOnline = true;
  await press('Delete');
  expect(report()).toMatch(/^1 episode was deleted.*Take it back$/);
  await press('Take it back');
  expect(report()).toBe('1 episode was changed.');
});
