// @vitest-environment happy-dom
import { act } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { writeDraft } from '../../src/forms/drafts.ts';
import { CheckField, TextArea, TextField } from '../../src/forms/fields.tsx';
import { Form } from '../../src/forms/form.tsx';
import { useForm } from '../../src/forms/use-form.ts';
import { pageWith } from '../helpers/page-with.tsx';

const saved: object[] = [];

function Fields() {
  const form = useForm({
    initial: { title: '', notes: 'First line\r\nSecond', explicit: false, season: '1' },
    draft: 'test',
    async save(values) {
      saved.push(values);
    },
  });
  return (
    <Form form={form}>
      <TextField name="title" label="Title" />
      <TextField name="season" label="Season" />
      <TextArea name="notes" label="Notes" />
      <CheckField name="explicit" label="Explicit" />
    </Form>
  );
}

const page = (whenAlive?: () => void) => pageWith(<Fields />, { whenAlive });

function press(container: HTMLElement): void {
  const submit = new Event('submit', { bubbles: true, cancelable: true });
  container.querySelector('form')?.dispatchEvent(submit);
}

/** The page from the server, changed by `type`, then hydrated and submitted. */
async function save(type: (field: (name: string) => HTMLInputElement) => void): Promise<void> {
  const container = document.createElement('div');
  document.body.append(container);
  container.innerHTML = renderToString(page());
  type((name) => container.querySelector(`[name=${name}]`) as HTMLInputElement);
  await act(async () => {
    hydrateRoot(container, page());
  });
  await act(async () => press(container));
}

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});
beforeEach(() => {
  saved.length = 0;
  localStorage.clear();
  document.body.innerHTML = '';
});

it('saves what was typed before the script of the page had come', async () => {
  await save((field) => {
    field('title').value = 'Ebb';
    field('explicit').checked = true;
  });
  expect(saved).toEqual([
    { title: 'Ebb', notes: 'First line\r\nSecond', explicit: true, season: '1' },
  ]);
});

it('sends what was typed if Enter comes as soon as the page is alive', async () => {
  const container = document.createElement('div');
  container.innerHTML = renderToString(page());
  (container.querySelector('[name=title]') as HTMLInputElement).value = 'Ebb';
  const whenAlive = () => press(container);
  await act(async () => {
    hydrateRoot(container, page(whenAlive));
  });
  expect(saved).toMatchObject([{ title: 'Ebb' }]);
});

it('saves what was typed into a filled text area, which React sets back', async () => {
  await save((field) => {
    field('notes').value = 'Other lines';
  });
  expect(saved).toMatchObject([{ notes: 'Other lines' }]);
});

it('takes nothing for typed that nobody has typed', async () => {
  await save(() => {});
  expect(saved).toEqual([
    { title: '', notes: 'First line\r\nSecond', explicit: false, season: '1' },
  ]);
});

it('keeps the rest of an older draft', async () => {
  writeDraft('test', { title: 'Old', season: '2' });
  await save((field) => {
    field('title').value = 'New';
  });
  expect(saved).toMatchObject([{ title: 'New', season: '2' }]);
});
