// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeDraft } from '../../src/forms/drafts.ts';
import { type FormState, useForm } from '../../src/forms/use-form.ts';
import { studio } from '../../src/i18n/en.json';
import { DraftNote } from '../../src/studio/draft-note.tsx';
import { pageWith } from '../helpers/page-with.tsx';

const version = { current: '"2"' };
let form: FormState<{ title: string }>;
let root: Root;

function Page() {
  form = useForm({ initial: { title: 'Low' }, draft: 'tide', version, async save() {} });
  return <DraftNote form={form} />;
}

async function open(begun: string): Promise<void> {
  writeDraft('tide', { title: 'Ebb', '@version': begun });
  await act(async () => root.render(pageWith(<Page />, { texts: { studio } })));
}
const note = () => document.querySelector('p')?.firstChild?.textContent;
const press = async (name: string) => {
  const button = document.querySelector('button');
  expect(button?.textContent).toBe(name);
  button?.focus();
  await act(async () => button?.click());
};

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});
beforeEach(() => {
  localStorage.clear();
  document.body.innerHTML = '<main></main>';
  root = createRoot(document.querySelector('main') as HTMLElement);
});
afterEach(() => act(async () => root.unmount()));

describe('the note about a draft', () => {
  it('ends with it', async () => {
    await open('"2"');
    expect(note()).toBe(studio.draft_restored);
    await press(studio.discard_draft);
    expect(form.values).toEqual({ title: 'Low' });
    expect(note()).toBeUndefined();
  });

  it('shows the newer saved version and the draft in turn, with the focus on its button', async () => {
    await open('"1"');
    for (let turn = 0; turn < 2; turn++) {
      expect([note(), form.values.title]).toEqual([studio.draft_outdated, 'Ebb']);
      await press(studio.discard_draft);
      expect([note(), form.values.title]).toEqual([studio.draft_away, 'Low']);
      expect(document.activeElement?.matches('button')).toBe(true);
      await press(studio.restore_draft);
    }
    expect(form.isChanged).toBe(true);
  });

  it('offers the draft no longer once the saved version was changed', async () => {
    await open('"1"');
    await press(studio.discard_draft);
    await act(async () => form.set('title', 'Neap'));
    expect(note()).toBeUndefined();
    await act(async () => void (await form.submit()));
    expect(note()).toBeUndefined();
  });
});
