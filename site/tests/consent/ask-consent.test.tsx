// @vitest-environment happy-dom
import type { Player } from 'earshot';
import { loadMessages, type SiteConfig } from 'earshot/internal';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { askConsent } from '../../src/consent/ask-consent.tsx';
import { SiteProvider, type SiteTexts } from '../../src/site-context.tsx';

const load = vi.fn(loadMessages);
const setConsent = vi.fn();
const question = () => document.querySelector('.site-consent section');
const again = () => document.querySelector<HTMLElement>('[data-ask-consent]')?.click();

/** Its listeners last as long as the page. */
beforeAll(() => {
  localStorage.setItem('earshot-consent', 'no');
  askConsent({
    player: { setConsent } as unknown as Player,
    culture: 'en',
    wrap: (children, texts) => (
      <SiteProvider config={{ API_CULTURE: 'en' } as SiteConfig} texts={texts as SiteTexts}>
        {children}
      </SiteProvider>
    ),
    load,
  });
});
beforeEach(() => {
  document.body.innerHTML = '<button data-ask-consent>Ask me again</button><div id="bar"></div>';
});
afterEach(() => {
  window.dispatchEvent(new Event('storage')); // closes a question that is open
  load.mockReset().mockImplementation(loadMessages);
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

  it('asks nothing if another tab answers while its texts load', async () => {
    const texts = loadMessages('en');
    load.mockReturnValueOnce(texts);
    again();
    window.dispatchEvent(new Event('storage'));
    await texts;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(document.querySelector('.site-consent')).toBe(null);
  });
});
