// @vitest-environment happy-dom
import { ApiError } from 'earshot';
import { PlayerProvider } from 'earshot/react';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts } from '../../src/i18n/texts.ts';
import type { SiteClient } from '../../src/site-client.ts';
import { DeleteButton } from '../../src/studio/delete-button.tsx';
import { pageWith } from '../helpers/page-with.tsx';

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

it('asks, deletes and leads on, or says why not', async () => {
  const remove = vi.fn().mockRejectedValueOnce(new ApiError('NETWORK', 0, ['Offline']));
  const [go, notify] = [vi.fn(), vi.fn()];
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  const part = (
    <PlayerProvider player={null} messages={{} as never}>
      <DeleteButton
        label="Delete the show"
        question="Delete Tidewater?"
        text="It can come back."
        remove={remove}
        next="/dashboard?deleted=7"
      />
    </PlayerProvider>
  );
  const client = { go, notify } as unknown as SiteClient;
  const texts = await loadTexts('en');
  await act(async () => createRoot(container).render(pageWith(part, { client, texts })));
  const press = (name: string) =>
    act(async () => {
      const buttons = [...document.querySelectorAll('button')];
      buttons.findLast(({ textContent }) => textContent === name)?.click();
    });
  const dialog = () => document.querySelector('dialog');

  expect(dialog()).toBeNull();
  await press('Delete the show');
  expect(dialog()?.textContent).toContain('Delete Tidewater?');
  expect(remove).not.toHaveBeenCalled();
  await press('Delete');
  expect([notify.mock.calls.length, go.mock.calls.length]).toEqual([1, 0]);
  await press('Delete the show');
  await press('Delete');
  expect(remove).toHaveBeenCalledTimes(2);
  expect(go).toHaveBeenCalledWith('/dashboard?deleted=7');
});
