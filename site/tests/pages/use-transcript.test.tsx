// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { captions } from '../../src/i18n/en.json';
import { useTranscript } from '../../src/pages/edit-transcript/use-transcript.ts';
import { pageWith } from '../helpers/page-with.tsx';
import { type VersionedApi, versionedApi } from '../helpers/versioned-api.ts';

const WORDS = {
  language: 'en',
  text: '',
  cues: ['Low', 'Slack', 'High'].map((text, at) => ({
    starts_at: at,
    ends_at: at + 1,
    speaker: null,
    text,
  })),
};

let editor: ReturnType<typeof useTranscript>;
let api: VersionedApi;
let root: Root;

function Editor() {
  editor = useTranscript({ episodeId: 7, words: WORDS, tag: '"1"', onWrong() {} });
  return null;
}

const textsNow = () => editor.rows.map(({ text }) => text);
const save = () => act(async () => void (await editor.form.submit()));
const removeSecond = () => act(async () => editor.step(editor.rows.toSpliced(1, 1)));
const type = (key: number, text: string) => act(async () => editor.change(key, { text }));

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});
beforeEach(async () => {
  localStorage.clear();
  api = versionedApi();
  root = createRoot(document.createElement('div'));
  const page = pageWith(<Editor />, { client: api.client, texts: { captions } });
  await act(async () => root.render(page));
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});

describe('a step in the transcript', () => {
  it('is undone, with the text that was typed before it', async () => {
    await type(0, 'Ebb');
    await removeSecond();
    expect(textsNow()).toEqual(['Ebb', 'High']);
    await act(async () => editor.undo());
    expect(textsNow()).toEqual(['Ebb', 'Slack', 'High']);
    expect(editor.before).toBeNull();
  });

  it('is no longer undone once more was typed, which would be lost', async () => {
    await removeSecond();
    expect(editor.before).not.toBeNull();
    await type(0, 'Ebb');
    expect(editor.before).toBeNull();
    await act(async () => editor.undo());
    expect(textsNow()).toEqual(['Ebb', 'High']);
  });
});

describe('a transcript that two tabs have open', () => {
  const removeAll = () => act(async () => editor.step([]));
  const { changed } = captions;

  it('is saved, removed and written again as a change of the version that the page shows', async () => {
    await type(0, 'Ebb');
    await save();
    await removeAll();
    await save();
    await act(async () => editor.undo());
    await save();
    expect(api.asked).toEqual([
      ['PUT', '"1"'],
      ['DELETE', '"2"'],
      ['PUT', '"3"'],
    ]);
    expect(editor.form.errors.top).toEqual([]);
  });

  it('is neither saved nor removed over that of the other tab, and what was typed stays', async () => {
    api.change();
    await type(0, 'Ebb');
    await save();
    expect(editor.form.errors.top).toEqual([changed]);
    expect(textsNow()).toEqual(['Ebb', 'Slack', 'High']);
    expect(localStorage.getItem('earshot.draft.transcript-7')).toContain('Ebb');
    await removeAll();
    await save();
    expect(editor.form.errors.top).toEqual([changed]);
    expect(api.asked.map(([method]) => method)).toEqual(['PUT', 'DELETE']);
  });

  it('is replaced by a file in any case, and shows the earlier version until it is loaded again', async () => {
    api.change();
    await act(() => editor.upload(new File(['WEBVTT'], 'tide.vtt')));
    expect(api.asked).toEqual([['PUT', null]]);
    await type(0, 'Ebb');
    await save();
    expect(editor.form.errors.top).toEqual([changed]);
  });
});
