// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { browserNetwork } from '../../../src/engine/sound/browser-network.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('browserNetwork', () => {
  it('is offline only if the browser knows that it is', () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(browserNetwork.isOnline()).toBe(false);
    onLine.mockReturnValue(undefined as never);
    expect(browserNetwork.isOnline()).toBe(true);
  });

  it('tells when the connection is back, until its listener is removed', () => {
    const listener = vi.fn();
    const end = browserNetwork.onOnline(listener);
    window.dispatchEvent(new Event('online'));
    end();
    window.dispatchEvent(new Event('online'));
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('asks a server for the status of a file without fetching it; null if no answer comes', async () => {
    const fetch = vi.fn(async () => new Response(null, { status: 503 }));
    vi.stubGlobal('fetch', fetch);
    expect(await browserNetwork.statusOf('https://m.test/a.mp3')).toBe(503);
    expect(fetch).toHaveBeenCalledWith(
      'https://m.test/a.mp3',
      expect.objectContaining({ method: 'HEAD', cache: 'no-store' }),
    );
    fetch.mockRejectedValue(new TypeError('offline'));
    expect(await browserNetwork.statusOf('https://m.test/a.mp3')).toBeNull();
  });
});
