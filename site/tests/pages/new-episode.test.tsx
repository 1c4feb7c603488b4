// @vitest-environment happy-dom
import type { Show } from 'earshot/contract';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadTexts } from '../../src/i18n/texts.ts';
import { Page } from '../../src/pages/new-episode/page.tsx';
import type { SiteClient } from '../../src/site-client.ts';
import { takeFile } from '../../src/studio/chosen-file.ts';
import { pageWith } from '../helpers/page-with.tsx';

const FILE = new File(['x'], 'Morning_bells.mp3');
const SHOW = { show_id: 3, title: 'Tidewater' } as Show;
const DRAFT = '/dashboard/episodes/7';

let root: Root;
let container: HTMLElement;
let titles: unknown[];
/** The opened pages, and whether this one may be left without a question. */
let opened: [address: string, mayLeave: boolean][];

const client = {
  session: { user: null },
  api: {
    async post(_route: string, { title }: { title: string }) {
      titles.push(title);
      return { episode: { episode_id: 7 } };
    },
  },
  go(address: string) {
    opened.push([address, window.dispatchEvent(new Event('beforeunload', { cancelable: true }))]);
  },
} as unknown as SiteClient;

async function type(text: string): Promise<void> {
  const field = container.querySelector<HTMLInputElement>('input[name=title]');
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
  await act(async () => {
    set?.call(field, text);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

async function choose(): Promise<void> {
  const input = container.querySelector('input[type=file]');
  Object.defineProperty(input, 'files', { value: [FILE] });
  await act(async () => input?.dispatchEvent(new Event('change', { bubbles: true })));
}

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});
beforeEach(async () => {
  localStorage.clear();
  titles = [];
  opened = [];
  container = document.createElement('div');
  document.body.replaceChildren(container);
  root = createRoot(container);
  const texts = await loadTexts('en');
  await act(async () => root.render(pageWith(<Page show={SHOW} />, { client, texts })));
});
afterEach(() => act(async () => root.unmount()));

describe('an episode that begins with its file', () => {
  it('has the title that was typed before, and opens without a question', async () => {
    await type('Ebb');
    await choose();
    expect([titles, opened]).toEqual([['Ebb'], [[DRAFT, true]]]);
    expect(takeFile(7)).toBe(FILE);
    expect(localStorage).toHaveLength(0);
  });

  it('has the name of the file without a typed title', async () => {
    await type(' ');
    await choose();
    expect([titles, opened]).toEqual([['Morning bells'], [[DRAFT, true]]]);
  });

  it('can be begun again if its page does not open', async () => {
    await choose();
    expect(container.querySelector('.studio-file')?.getAttribute('aria-busy')).toBeNull();
  });
});
