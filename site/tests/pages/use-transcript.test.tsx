// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useTranscript } from '../../src/pages/edit-transcript/use-transcript.ts';
import { pageWith } from '../helpers/page-with.tsx';

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
let root: Root;

function Editor() {
  editor = useTranscript({ episodeId: 7, words: WORDS, onWrong() {} });
  return null;
}

const textsNow = () => editor.rows.map(({ text }) => text);
const removeSecond = () => act(async () => editor.step(editor.rows.toSpliced(1, 1)));
const type = (key: number, text: string) => act(async () => editor.change(key, { text }));

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});
beforeEach(async () => {
  localStorage.clear();
  root = createRoot(document.createElement('div'));
  await act(async () => root.render(pageWith(<Editor />, { texts: { captions: {} } })));
});
afterEach(() => act(async () => root.unmount()));

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
