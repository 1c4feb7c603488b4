// @vitest-environment happy-dom
import { ApiError } from 'earshot';
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { SiteClient } from '../../src/site-client.ts';
import { ActionForm } from '../../src/studio/action-form.tsx';
import { AskingAction } from '../../src/studio/asking-action.tsx';
import { pageWith } from '../helpers/page-with.tsx';

let remove: (row: string) => void;

function Rows({ initial }: { initial: readonly string[] }) {
  const [rows, setRows] = useState(initial);
  remove = (gone) => setRows(rows.filter((row) => row !== gone));
  return (
    <main>
      <h1>Times</h1>
      <ul>
        {rows.map((row) => (
          <li key={row}>
            {row}
            <AskingAction
              fields={{ do: 'remove', row }}
              label="Remove"
              name={`Remove ${row}`}
              question="Sure?"
              done=""
            />
          </li>
        ))}
      </ul>
    </main>
  );
}

/** Removes a row by its form, and returns the name of the focused element. */
async function removeRow(
  rows: readonly string[],
  gone: string,
): Promise<string | null | undefined> {
  const client = {
    withLogin: async () => ({}),
    refresh: async () => remove(gone),
    notify() {},
  } as unknown as SiteClient;
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  await act(async () => {
    createRoot(container).render(pageWith(<Rows initial={rows} />, { client }));
  });
  const row = container.querySelectorAll('li')[rows.indexOf(gone)];
  row?.querySelector('button')?.focus();
  const form = row?.querySelector('form') as HTMLFormElement;
  Object.assign(form.closest('[popover]') as HTMLElement, { hidePopover() {} });
  const submit = new Event('submit', { bubbles: true, cancelable: true });
  await act(async () => form.dispatchEvent(submit));
  await act(() => new Promise<void>((done) => requestAnimationFrame(() => done())));
  const { activeElement } = document;
  if (activeElement === document.body) return null;
  return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent;
}

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

describe('the focus after an action that removes its row', () => {
  it.each([
    [['a', 'b', 'c'], 'b', 'Remove c'],
    [['a', 'b'], 'b', 'Remove a'],
    [['a'], 'a', 'Times'],
  ])('of %s, %s: %s', async (rows, gone, focused) => {
    expect(await removeRow(rows, gone)).toBe(focused);
  });
});

describe('an error', () => {
  it('is shown at its field until the form changes or is sent again, and elsewhere without a field', async () => {
    const messages = ['title: is too long', 'request: is late', 'zone: is unknown'];
    const notify = vi.fn();
    const client = {
      withLogin: () => Promise.reject(new ApiError('INVALID_REQUEST', 400, messages)),
      notify,
    } as unknown as SiteClient;
    const container = document.createElement('div');
    document.body.replaceChildren(container);
    const fields = (
      <ActionForm fields={{ do: 'add', zone: 'x' }}>
        <input name="title" />
        <select name="weekday" />
        <button type="submit">Add</button>
      </ActionForm>
    );
    await act(async () => {
      createRoot(container).render(pageWith(fields, { client }));
    });
    const form = container.querySelector('form') as HTMLFormElement;
    const submit = new Event('submit', { bubbles: true, cancelable: true });
    await act(async () => form.dispatchEvent(submit));
    const [title, weekday] = container.querySelectorAll<HTMLInputElement>('[name=title],select');
    expect([title?.validationMessage, weekday?.validity.valid]).toEqual(['is too long', true]);
    expect(notify.mock.calls).toEqual([['request: is late zone: is unknown', { level: 'error' }]]);
    await act(async () => weekday?.dispatchEvent(new Event('input', { bubbles: true })));
    expect(title?.validity.valid).toBe(true);
    title?.setCustomValidity('is too long'); // the next press may send it nevertheless
    await act(async () => form.querySelector('button')?.click());
    expect(title?.validationMessage).toBe('is too long');
    expect(notify).toHaveBeenCalledTimes(2);
  });
});
