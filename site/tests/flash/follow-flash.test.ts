// @vitest-environment happy-dom
import { ApiError } from 'earshot';
import { FLASH_REFRESH_MS } from 'earshot-site/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followFlash } from '../../src/flash/follow-flash.ts';
import type { Session } from '../../src/session/session.ts';

const remove = vi.fn(async () => ({}));
let stop = () => {};

/** Brings the message of the page to life, and closes it. */
function close(user: { user_id: number } | null, get: () => unknown = vi.fn()): void {
  stop = followFlash({
    session: { user } as Session,
    api: { get, delete: remove } as never,
    config: { DOMAIN: 'localhost' },
    culture: () => 'en',
  });
  const submit = new Event('submit', { bubbles: true, cancelable: true });
  document.querySelector('form')?.dispatchEvent(submit);
  expect(submit.defaultPrevented).toBe(true);
}

beforeEach(() => {
  document.body.innerHTML =
    '<section class="site-flash" data-name="moving"><p>Noon</p><form></form></section>';
});
afterEach(() => {
  stop();
  remove.mockClear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('followFlash', () => {
  it('closes the message of a member on the server, so on every device', () => {
    close({ user_id: 7 });
    expect(document.querySelector('.site-flash')).toBeNull();
    expect(remove).toHaveBeenCalledWith('user_flash_message', { user_id: 7, name: 'moving' });
  });

  it('closes the message of a visitor in this browser', () => {
    close(null);
    expect(document.querySelector('.site-flash')).toBeNull();
    expect(remove).not.toHaveBeenCalled();
    expect(document.cookie).toContain('dismissed_flash_messages=moving');
  });

  it('does not show a closed message again, whose answer was on its way or whose removal failed', async () => {
    vi.useFakeTimers();
    document.body.insertAdjacentHTML('beforeend', '<div id="header"></div>');
    const template = '<section class="site-flash"><p></p><form></form></section>';
    vi.stubGlobal('fetch', async () => Response.json({ content: template }));
    const get = vi.fn(async () => ({ flash_message: { name: 'moving', message: 'Noon' } }));
    remove.mockRejectedValueOnce(new ApiError('NETWORK', 0, ['down']));
    close({ user_id: 7 }, get);
    await vi.advanceTimersByTimeAsync(FLASH_REFRESH_MS);
    expect(get).toHaveBeenCalledTimes(1);
    expect(document.querySelector('.site-flash')).toBeNull();
    get.mockResolvedValueOnce({ flash_message: { name: 'other', message: 'Two' } });
    await vi.advanceTimersByTimeAsync(FLASH_REFRESH_MS);
    expect(document.querySelector('.site-flash p')?.textContent).toBe('Two');
  });

  it('shows a message that comes while the page is open, and removes one that is gone', async () => {
    vi.useFakeTimers();
    document.body.innerHTML = '<div id="header"></div>';
    const template = '<section class="site-flash"><p></p><form></form></section>';
    vi.stubGlobal('fetch', async () => Response.json({ content: template }));
    let flash_message: object | null = null;
    stop = followFlash({
      session: { user: null } as Session,
      api: { get: async () => ({ flash_message }), delete: remove } as never,
      config: { DOMAIN: 'localhost' },
      culture: () => 'en',
    });
    const shown = () => document.querySelector('.site-flash p')?.textContent;
    await vi.advanceTimersByTimeAsync(FLASH_REFRESH_MS);
    expect(shown()).toBeUndefined();
    flash_message = { name: 'night', message: 'A long night' };
    await vi.advanceTimersByTimeAsync(FLASH_REFRESH_MS);
    expect(shown()).toBe('A long night');
    flash_message = null;
    await vi.advanceTimersByTimeAsync(FLASH_REFRESH_MS);
    expect(shown()).toBeUndefined();
  });
});
