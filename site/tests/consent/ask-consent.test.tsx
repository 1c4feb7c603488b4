// @vitest-environment happy-dom
import type { Player } from 'earshot';
import { createStore } from 'earshot/internal';
import { loadMessages } from 'earshot/react';
import type { SiteConfig } from 'earshot-site/contract';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { askConsent } from '../../src/consent/ask-consent.tsx';
import { loadTexts } from '../../src/i18n/texts.ts';
import { type InLanguage, SiteProvider, type SiteTexts } from '../../src/site-context.tsx';

const load = vi.fn(loadTexts);
const setConsent = vi.fn();
const question = () => document.querySelector('.site-consent section');
const again = () => document.querySelector<HTMLElement>('[data-ask-consent]')?.click();

const { player } = await loadMessages('en');
const { site } = await loadTexts('en');
const inLanguage = (culture: string): InLanguage => ({
  config: { API_CULTURE: culture } as SiteConfig,
  messages: { player, site },
});
const language = createStore(inLanguage('en'));

const start = () =>
  askConsent({
    player: { setConsent } as unknown as Player,
    language,
    wrap: (children, texts) => (
      <SiteProvider config={{ API_CULTURE: 'en' } as SiteConfig} texts={texts as SiteTexts}>
        {children}
      </SiteProvider>
    ),
    load,
  });

/** Its listeners last as long as the page. */
beforeAll(() => {
  localStorage.setItem('earshot-consent', 'no');
  start();
});
beforeEach(() => {
  document.body.innerHTML = '<button data-ask-consent>Ask me again</button><div id="bar"></div>';
});
afterEach(() => {
  window.dispatchEvent(new Event('storage')); // closes an open question
  load.mockReset().mockImplementation(loadTexts);
});

describe('askConsent', () => {
  it('asks again on demand, and closes with the answer', async () => {
    again();
    await expect.poll(question).not.toBe(null);
    document.querySelector<HTMLElement>('.site-consent button')?.click();
    expect(setConsent).toHaveBeenLastCalledWith(true);
    expect(question()).toBe(null);
  });

  it('asks at the next press if its texts could not be loaded', async () => {
    load.mockRejectedValueOnce(new Error('offline'));
    again();
    await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
    await new Promise((resolve) => setTimeout(resolve, 0));
    again();
    await expect.poll(question).not.toBe(null);
  });

  it('asks in the language that its reader changes to', async () => {
    again();
    await expect.poll(question).not.toBe(null);
    language.set(inLanguage('it'));
    const { consent } = await loadTexts('it');
    await expect.poll(() => question()?.textContent).toContain(consent.question);
    expect(document.querySelectorAll('.site-consent')).toHaveLength(1);
  });

  it('asks nothing if another tab answers while its texts load', async () => {
    const texts = loadTexts('en');
    load.mockReturnValueOnce(texts);
    again();
    window.dispatchEvent(new Event('storage'));
    await texts;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(document.querySelector('.site-consent')).toBe(null);
  });

  it('asks nothing, and loads nothing, in a browser that refuses tracking', () => {
    localStorage.removeItem('earshot-consent');
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true, configurable: true });
    start();
    expect(load).not.toHaveBeenCalled();
    Reflect.deleteProperty(navigator, 'globalPrivacyControl');
  });
});
