// @vitest-environment happy-dom
import type { AuthoredChapter, Episode } from 'earshot/contract';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { studio } from '../../src/i18n/en.json';
import { useMarks } from '../../src/pages/edit-chapters/use-marks.ts';
import { pageWith } from '../helpers/page-with.tsx';
import { type VersionedApi, versionedApi } from '../helpers/versioned-api.ts';

const EPISODE = { episode_id: 7, title: 'Low tide' } as Episode;
const CHAPTERS = ['Low', 'High'].map((title, at) => ({
  starts_at: at * 60,
  title,
  toc: true,
})) as AuthoredChapter[];

let editor: ReturnType<typeof useMarks>;
let api: VersionedApi;
let root: Root;

function Editor({ tag }: { tag: string | null }) {
  editor = useMarks({ episode: EPISODE, chapters: CHAPTERS, tag });
  return null;
}

async function open(tag: string | null = api.tag): Promise<void> {
  root = createRoot(document.createElement('div'));
  const page = pageWith(<Editor tag={tag} />, { client: api.client, texts: { studio } });
  await act(async () => root.render(page));
}
const close = () => act(async () => root.unmount());
const rename = (title: string) => act(async () => editor.change(0, { title }));
const save = () => act(async () => void (await editor.form.submit()));
const draft = () => localStorage.getItem('earshot.draft.marks-7');
const titles = () => editor.rows.map(({ title }) => title);

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});
beforeEach(async () => {
  localStorage.clear();
  api = versionedApi();
  await open();
});
afterEach(async () => {
  await close();
  vi.unstubAllGlobals();
});

describe('chapters that two tabs have open', () => {
  it('are saved as changes of the version that the page shows, again and again', async () => {
    await rename('Ebb');
    await save();
    await rename('Flood');
    await save();
    expect(api.asked).toEqual([
      ['PUT', '"1"'],
      ['PUT', '"2"'],
    ]);
    expect(editor.form.errors.top).toEqual([]);
    expect(draft()).toBeNull();
  });

  it('are not saved over those of the other tab, and what was typed stays', async () => {
    await rename('Ebb');
    api.change();
    await save();
    expect(editor.form.errors.top).toEqual([studio.chapters_changed]);
    expect(titles()).toEqual(['Ebb', 'High']);
    await save();
    expect(api.asked.at(-1)).toEqual(['PUT', '"1"']);
  });

  it('keep the refused draft if the other tab deletes it with its own', async () => {
    await rename('Ebb');
    api.change();
    localStorage.clear();
    await save();
    expect(draft()).toContain('Ebb');
    localStorage.clear();
    await close();
    expect(draft()).toContain('Ebb');
  });

  it('say after a reload that the draft is older than what is saved, which it may replace', async () => {
    await rename('Ebb');
    api.change();
    await save();
    await close();
    await open();
    expect([editor.form.isDraft, editor.form.isOutdated]).toEqual([true, true]);
    expect(titles()).toEqual(['Ebb', 'High']);
    await rename('Neap');
    await close();
    await open();
    expect(editor.form.isOutdated).toBe(true);
    await save();
    expect(api.asked.at(-1)).toEqual(['PUT', '"2"']);
    expect([editor.form.errors.top, editor.form.isOutdated, draft()]).toEqual([[], false, null]);
  });

  it('have a draft like any other if nothing was saved meanwhile', async () => {
    await rename('Ebb');
    await close();
    await open();
    expect([editor.form.isDraft, editor.form.isOutdated]).toEqual([true, false]);
    expect(titles()).toEqual(['Ebb', 'High']);
  });

  it('are saved unchecked if the page has no tag', async () => {
    await close();
    await open(null);
    api.change();
    await rename('Ebb');
    await save();
    expect(api.asked).toEqual([['PUT', null]]);
    expect(editor.form.errors.top).toEqual([]);
  });

  it('are of the version of the form, also if the page around it gets a newer one', async () => {
    api.change();
    const page = pageWith(<Editor tag={api.tag} />, { client: api.client, texts: { studio } });
    await act(async () => root.render(page));
    await rename('Ebb');
    await save();
    expect(editor.form.errors.top).toEqual([studio.chapters_changed]);
  });
});

describe('soundbites and ads that two tabs have open', () => {
  const place = (time: string) =>
    act(async () =>
      editor.form.set('midrolls', [{ key: 0, time, length: '', title: '', kept: {} }]),
    );
  beforeEach(() => {
    api.content = { episode: {} };
  });

  it('are saved again and again, also if the rest of the episode has changed', async () => {
    await place('0:30');
    api.change();
    await save();
    expect([api.asked, editor.form.errors.top]).toEqual([
      [
        ['GET', null],
        ['PUT', '"2"'],
      ],
      [],
    ]);
    await place('0:40');
    await save();
    expect(editor.form.errors.top).toEqual([]);
  });

  it('are not saved over those of the other tab, and what was typed stays', async () => {
    await place('0:30');
    api.content = { episode: { midrolls: [10] } };
    await save();
    expect([api.asked, editor.form.errors.top]).toEqual([[['GET', null]], [studio.marks_changed]]);
    expect(draft()).toContain('0:30');
  });
});
