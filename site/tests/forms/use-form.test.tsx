// @vitest-environment happy-dom
import { ApiError } from 'earshot';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { forgetDrafts, readDraft, VERSION } from '../../src/forms/drafts.ts';
import { type FormState, useForm } from '../../src/forms/use-form.ts';
import type { SiteClient } from '../../src/site-client.ts';
import { pageWith } from '../helpers/page-with.tsx';

interface Values {
  title: string;
  notes: string;
  places: readonly string[];
}

let form: FormState<Values>;

function Editor({ initial, save }: { initial: Values; save(): Promise<Values> | Promise<void> }) {
  form = useForm({ initial, draft: 'test', save });
  return null;
}

/** Opens the form with these saved values. Returns how to leave the page. */
async function open(
  initial: Values,
  {
    client = null,
    save = async () => {},
  }: { client?: SiteClient | null; save?: () => Promise<Values> | Promise<void> } = {},
): Promise<() => Promise<void>> {
  const root = createRoot(document.createElement('div'));
  await act(async () =>
    root.render(pageWith(<Editor initial={initial} save={save} />, { client })),
  );
  const leave = () => act(async () => root.unmount());
  onTestFinished(leave);
  return leave;
}

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});
beforeEach(() => localStorage.clear());

describe('the draft of a form', () => {
  describe('that was refused', () => {
    const ada = { user_id: 3 };
    const session: { user: { user_id: number } | null } = { user: ada };
    const client = { session } as unknown as SiteClient;
    /** The draft after it was refused and deleted. */
    const keptBy = async (user: typeof session.user, { isLate }: { isLate: boolean }) => {
      session.user = ada;
      const forget = () => {
        session.user = user;
        forgetDrafts();
      };
      const save = async () => {
        if (!isLate) forget();
        throw new ApiError('PRECONDITION_FAILED', 412, ['Changed']);
      };
      const leave = await open({ title: 'Ebb', notes: '', places: [] }, { client, save });
      await act(async () => form.set('title', 'Flow'));
      await act(async () => void (await form.submit()));
      if (isLate) forget();
      await leave();
      return readDraft('test');
    };

    it.each([true, false])('stays if another tab deletes it with its own', async (isLate) => {
      expect(await keptBy({ user_id: 3 }, { isLate })).toMatchObject({ title: 'Flow' });
    });

    it.each([true, false])(
      'ends with a logout, and with the login of another user',
      async (isLate) => {
        expect(await keptBy(null, { isLate })).toBeNull();
        expect(await keptBy({ user_id: 4 }, { isLate })).toBeNull();
      },
    );
  });

  it('leaves fields alone that were saved elsewhere since', async () => {
    const leave = await open({ title: 'Ebb', notes: 'Old', places: ['a'] });
    await act(async () => form.set('title', 'Flow'));
    await leave();
    const places = ['b'];
    await open({ title: 'Ebb', notes: 'New', places });
    expect(form.values).toEqual({ title: 'Flow', notes: 'New', places });
    expect(form.values.places).toBe(places); // an equal copy would be sent as a change
    expect(form.isDraft).toBe(true);
  });

  it('says that one of its fields was saved elsewhere since, until it is saved', async () => {
    const stored = { title: 'Ebb', notes: 'Old', places: ['a'] };
    let leave = await open(stored);
    await act(async () => form.set('title', 'Flow'));
    await leave();
    leave = await open({ ...stored, notes: 'New', places: ['b'] });
    expect(form.isOutdated).toBe(false);
    await leave();
    leave = await open({ ...stored, title: 'Of another person' });
    expect(form.isOutdated).toBe(true);
    await act(async () => form.set('notes', 'Mine'));
    await leave();
    await open({ ...stored, title: 'Of another person' });
    expect(form.isOutdated).toBe(true);
    await act(async () => void (await form.submit()));
    expect(form.isOutdated).toBe(false);
  });

  it('ends if the typed text is removed again', async () => {
    await open({ title: 'Ebb', notes: '', places: [] });
    await act(async () => form.set('title', 'Flow'));
    await act(async () => form.set('title', 'Ebb'));
    expect(readDraft('test')).toBeNull();
  });

  it('has what was typed since the last save', async () => {
    await open({ title: 'Ebb', notes: '', places: [] });
    await act(async () => form.set('title', 'Flow'));
    await act(async () => {
      await form.submit();
    });
    await act(async () => form.set('notes', 'New'));
    expect(readDraft('test')).toEqual({ notes: 'New', [VERSION]: expect.any(String) });
  });
});

const mayLeave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('has no unsaved changes once the typed text is removed again', async () => {
  await open({ title: 'Ebb', notes: '', places: [] });
  await act(async () => form.set('title', 'Ebbs'));
  expect([form.isChanged, mayLeave()]).toEqual([true, false]);
  await act(async () => form.set('title', 'Ebb'));
  expect([form.isChanged, mayLeave()]).toEqual([false, true]);
});

describe('a form whose values the server completes', () => {
  it('shows what was stored, and keeps what was typed meanwhile', async () => {
    const initial = { title: 'rec 31', notes: '', places: [] };
    let answer = (_stored: Values) => {};
    await open(initial, { save: () => new Promise<Values>((resolve) => (answer = resolve)) });
    await act(async () => form.set('title', 'Ebb'));
    const saved = form.submit();
    await act(async () => form.set('notes', 'Salt'));
    await act(async () => {
      answer({ ...initial, title: 'Ebb', places: ['ebb'] });
      await saved;
    });
    expect(form.values).toEqual({ title: 'Ebb', notes: 'Salt', places: ['ebb'] });
    expect(form.isChanged).toBe(true);
    await act(async () => form.set('notes', ''));
    expect(form.isChanged).toBe(false);
  });
});
