// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { SearchField } from '../../src/search/search-field.tsx';
import type { SiteClient } from '../../src/site-client.ts';
import { pageWith } from '../helpers/page-with.tsx';

it('shows the words of the page to which Back leads', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  const client = { api: { get: async () => null } } as unknown as SiteClient;
  await act(async () => root.render(pageWith(<SearchField className="" label="" />, { client })));
  const field = container.querySelector('input') as HTMLInputElement;
  await act(async () => field.focus());
  await vi.waitFor(() => expect(field.role ?? field.getAttribute('role')).toBe('combobox'));
  for (const [address, words] of [
    ['/search?q=sea', 'sea'],
    ['/home', ''],
  ] as const) {
    field.value = 'rooms';
    history.replaceState(null, '', address);
    window.dispatchEvent(new PopStateEvent('popstate'));
    expect(field.value).toBe(words);
  }
  await act(async () => root.unmount());
});
