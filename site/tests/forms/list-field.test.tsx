// @vitest-environment happy-dom
import { act } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, it, vi } from 'vitest';
import { Form } from '../../src/forms/form.tsx';
import { ListField } from '../../src/forms/list-field.tsx';
import { useForm } from '../../src/forms/use-form.ts';
import { pageWith } from '../helpers/page-with.tsx';

function Links() {
  const form = useForm({ initial: { links: [] }, async save() {} });
  const columns = [{ name: 'url', label: 'Web address' }];
  return (
    <Form form={form}>
      <ListField name="links" label="Links" hint="" columns={columns} add="Add a link" max={3} />
    </Form>
  );
}

const page = (whenAlive?: () => void) => pageWith(<Links />, { texts: { feed: {} }, whenAlive });

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

it('focuses a new entry, and its button after the entry is removed', async () => {
  document.body.innerHTML = `<div>${renderToString(page())}</div>`;
  const container = document.body.firstElementChild as HTMLElement;
  const press = (selector: string) => container.querySelector<HTMLElement>(selector)?.click();
  await act(async () => {
    hydrateRoot(container, page());
  });
  await act(async () => press('[data-add]'));
  expect(document.activeElement).toBe(container.querySelector('input'));
  await act(async () => press('.studio-entry button'));
  expect(document.activeElement).toBe(container.querySelector('[data-add]'));
});

it('focuses an entry that is added as soon as the page is alive', async () => {
  document.body.innerHTML = `<div>${renderToString(page())}</div>`;
  const container = document.body.firstElementChild as HTMLElement;
  const press = () => container.querySelector<HTMLElement>('[data-add]')?.click();
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false }); // `act` runs all effects before the press
  hydrateRoot(
    container,
    page(() => queueMicrotask(press)),
  );
  await vi.waitFor(() => expect(container.querySelectorAll('input')).toHaveLength(1));
  expect(document.activeElement).toBe(container.querySelector('input'));
});
