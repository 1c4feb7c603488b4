// @vitest-environment happy-dom
import { ApiError } from 'earshot';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts } from '../../src/i18n/texts.ts';
import type { SiteClient } from '../../src/site-client.ts';
import { UndoBar } from '../../src/studio/undo-bar.tsx';
import { pageWith } from '../helpers/page-with.tsx';

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

it('takes a deletion back and leads on, or says why not', async () => {
  const restore = vi.fn().mockRejectedValueOnce(new ApiError('NETWORK', 0, ['Offline']));
  const [go, notify] = [vi.fn(), vi.fn()];
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  const part = <UndoBar text="The show was deleted." restore={restore} next="/dashboard" />;
  const client = { go, notify } as unknown as SiteClient;
  const texts = await loadTexts('en');
  await act(async () => createRoot(container).render(pageWith(part, { client, texts })));
  const press = () => act(async () => container.querySelector('button')?.click());
  await press();
  expect(notify.mock.calls).toEqual([['Offline', { level: 'error' }]]);
  expect(go).not.toHaveBeenCalled();
  await press();
  expect(restore).toHaveBeenCalledTimes(2);
  expect(go).toHaveBeenCalledWith('/dashboard');
});
