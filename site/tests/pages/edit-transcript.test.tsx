// @vitest-environment happy-dom
import type { Episode } from 'earshot/contract';
import { PlayerProvider } from 'earshot/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { captions, studio } from '../../src/i18n/en.json';
import { Page } from '../../src/pages/edit-transcript/page.tsx';
import { pageWith } from '../helpers/page-with.tsx';

const EPISODE = { episode_id: 7, title: 'Low tide' } as Episode;

let root: Root;

const press = async (name: string) => {
  const button = [...document.querySelectorAll('button')].find((one) => one.textContent === name);
  button?.focus();
  await act(async () => button?.click());
};
const textOfCue = () => document.querySelector<HTMLTextAreaElement>('[data-cue] textarea');
const error = () => document.querySelector('[data-cue] [data-level=error]')?.textContent;

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});
beforeEach(async () => {
  localStorage.clear();
  document.body.innerHTML = '<main></main>';
  root = createRoot(document.querySelector('main') as HTMLElement);
  const page = (
    <PlayerProvider player={null} messages={{} as never}>
      <Page episode={EPISODE} words={null} tag={null} />
    </PlayerProvider>
  );
  await act(async () => root.render(pageWith(page, { texts: { captions, studio } })));
});
afterEach(() => act(async () => root.unmount()));

describe('a new transcript', () => {
  it('without times begins with the focus in its field', async () => {
    await press(captions.write_plain);
    expect(document.activeElement?.matches('textarea[name=text]')).toBe(true);
  });

  it('with times has no error before its first cue is left empty', async () => {
    await press(captions.write_timed);
    expect(document.activeElement).toBe(textOfCue());
    expect(textOfCue()?.hasAttribute('aria-invalid')).toBe(false);
    expect(error()).toBeUndefined();
    await act(async () => textOfCue()?.blur());
    expect(textOfCue()?.getAttribute('aria-invalid')).toBe('true');
    expect(error()).toBe(captions.text_missing);
  });

  it('with times has the error of its empty cue after it was saved', async () => {
    await press(captions.write_timed);
    await act(async () => document.querySelector('form')?.requestSubmit());
    expect(error()).toBe(captions.text_missing);
  });
});
