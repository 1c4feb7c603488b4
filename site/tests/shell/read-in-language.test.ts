// @vitest-environment happy-dom
import { createStore } from 'earshot/internal';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readInLanguage } from '../../src/shell/read-in-language.ts';
import type { InLanguage } from '../../src/site-context.tsx';

const inLanguage = (API_CULTURE: string, AJAX_VERSION = '1') =>
  ({ config: { API_CULTURE, AJAX_VERSION }, messages: {} }) as InLanguage;
const language = createStore(inLanguage('en'));

afterEach(() => vi.unstubAllGlobals());

/** The answer of a server of the build `version`, after a redirect to `to`. */
function read(version: string, to: string | null): ReturnType<typeof readInLanguage> {
  const data = JSON.stringify({ ...inLanguage('it', version), page: {} });
  const html = `<main id="page"></main><script type="application/json" id="data">${data}</script>`;
  const url = `http://site.test${to ?? '/lang/it'}`;
  vi.stubGlobal('fetch', async () => ({ redirected: to !== null, url, text: async () => html }));
  const { signal } = new AbortController();
  return readInLanguage({ choice: '/lang/it', address: '/a?q=1', signal, language });
}

describe('readInLanguage', () => {
  it('reads the page to which the server leads, and keeps the language until it is shown', async () => {
    const { load, address, swapFrame } = await read('1', '/login?redirect=%2Fa');
    expect([load.redirect, address]).toEqual([null, '/login?redirect=%2Fa']);
    expect(language.getSnapshot().config.API_CULTURE).toBe('en');
    swapFrame();
    expect(language.getSnapshot().config.API_CULTURE).toBe('it');
  });

  it.each([
    ['the language is unknown', '1', null],
    ['the server has another build', '2', '/a?q=1'],
  ])('leaves the change to the browser if %s', async (_, version, to) => {
    const { load } = await read(version, to);
    expect(load.redirect).toBe('/lang/it?redirect=%2Fa%3Fq%3D1');
  });
});
