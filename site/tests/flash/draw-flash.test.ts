// @vitest-environment happy-dom
import type { SiteConfig } from 'earshot-site/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { drawFlash } from '../../src/flash/draw-flash.ts';
import { renderTemplate } from '../../src/server.tsx';

const MESSAGE = { name: 'moving', message: 'We <b>move</b> at noon.' };

/** The next request gets this answer. */
const answer = (response: Response) => vi.stubGlobal('fetch', async () => response);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('drawFlash', () => {
  it("fills the server's template with text, never with HTML", async () => {
    const content = renderTemplate('common.flash_message', { API_CULTURE: 'en' } as SiteConfig);
    expect(content).not.toContain('%25');
    answer(Response.json({ content }));
    const banner = await drawFlash(MESSAGE, 'en');
    expect(banner?.dataset.name).toBe('moving');
    expect(banner?.querySelector('p')?.textContent).toBe(MESSAGE.message);
    expect(banner?.querySelector('form')?.getAttribute('action')).toContain('moving');
  });

  it('only logs that the template is missing', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    answer(new Response(null, { status: 404 }));
    expect(await drawFlash(MESSAGE, 'en')).toBeNull();
    expect(warn).toHaveBeenCalledWith(
      expect.stringContaining('common.flash_message'),
      expect.anything(),
    );
  });
});
