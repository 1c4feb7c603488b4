// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followFlash } from '../../src/flash/follow-flash.ts';
import type { Session } from '../../src/session/session.ts';

const remove = vi.fn(async () => ({}));
let stop = () => {};

/** Brings the message of the page to life, and closes it. */
function close(user: { user_id: number } | null): void {
  stop = followFlash({
    session: { user } as Session,
    api: { get: vi.fn(), delete: remove } as never,
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
});
