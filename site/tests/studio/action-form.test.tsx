// @vitest-environment happy-dom
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SiteClient } from '../../src/site-client.ts';
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
