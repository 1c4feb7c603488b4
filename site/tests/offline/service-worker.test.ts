import { loadMessages } from 'earshot/react';
import { describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../src/i18n/texts.ts';
import { writeWorker } from '../../src/offline/write-worker.tsx';

const SITE = 'https://site.test';
const config = { PRODUCT_NAME: 'Ear & "Co" </script>', API_CULTURE: 'en', AJAX_VERSION: 'v1' };
const messages = { ...(await loadMessages('en')), ...(await loadTexts('en')) };
const text = writeWorker({ config, messages, skipped: ['/api/', '/media/', '/player'] });

interface Opened {
  path?: string;
  method?: string;
  mode?: string;
  destination?: string;
  preloadResponse?: Promise<Response | undefined>;
}

/** The worker in a scope of a test. `network` stands for all that it fetches. */
function startWorker(network: (request: unknown, init?: RequestInit) => Promise<Response>) {
  const listeners = new Map<string, (event: object) => void>();
  const registration = {
    unregister: vi.fn(async () => true),
    navigationPreload: { enable: vi.fn(async () => {}) },
  };
  const scope = {
    registration,
    skipWaiting: vi.fn(async () => {}),
    addEventListener: (type: string, listener: (event: object) => void) =>
      listeners.set(type, listener),
  };
  const fetch = vi.fn(network);
  new Function('self', 'fetch', 'location', text)(scope, fetch, { href: `${SITE}/sw.js?c=en` });
  async function raise(type: string, event: object = {}): Promise<void> {
    const waits: Promise<unknown>[] = [];
    listeners.get(type)?.({ ...event, waitUntil: (wait: Promise<unknown>) => waits.push(wait) });
    await Promise.all(waits);
  }
  /** The worker's answer; null if it does not handle the request. */
  async function open({ path = '/show/on-air', preloadResponse, ...asked }: Opened = {}) {
    const page = { method: 'GET', mode: 'navigate', destination: 'document' };
    const request = { ...page, ...asked, url: SITE + path };
    const waits: Promise<unknown>[] = [];
    const answers: Promise<Response>[] = [];
    listeners.get('fetch')?.({
      request,
      preloadResponse: preloadResponse ?? Promise.resolve(undefined),
      respondWith: (given: Promise<Response>) => answers.push(given),
      waitUntil: (wait: Promise<unknown>) => waits.push(wait),
    });
    const response = (await answers[0]) ?? null;
    await Promise.all(waits);
    return response;
  }
  return { raise, open, fetch, registration, scope };
}

const offline = () => Promise.reject(new TypeError('Failed to fetch'));
const online = async () => new Response('the page');

describe('the service worker', () => {
  it('answers with its page if a page of the site cannot be reached', async () => {
    const answer = await startWorker(offline).open();
    const page = await answer?.text();
    expect(answer?.status).toBe(503);
    expect(answer?.headers.get('cache-control')).toBe('no-store');
    expect(page).toContain('<h1>You seem to be offline</h1>');
    expect(page).toContain('<a href="">Try again</a>');
    expect(page).not.toContain('</script>');
  });

  it('passes on what the network answers, also an error', async () => {
    const { open } = startWorker(async () => new Response('no', { status: 500 }));
    expect((await open())?.status).toBe(500);
  });

  it('takes the request that the browser has sent while the worker started', async () => {
    const worker = startWorker(online);
    await worker.raise('activate');
    expect(worker.registration.navigationPreload.enable).toHaveBeenCalled();
    const early = Promise.resolve(new Response('early'));
    expect(await (await worker.open({ preloadResponse: early }))?.text()).toBe('early');
  });

  it.each<[string, Opened]>([
    ['audio', { path: '/media/audio/a.mp3', mode: 'no-cors', destination: 'audio' }],
    ['audio in a tab', { path: '/media/audio/a.mp3' }],
    ['the API', { path: '/api/v2/shows/1', mode: 'cors', destination: '' }],
    ['in-page navigation', { path: '/ajax?url=/', mode: 'cors', destination: '' }],
    ['the player', { path: '/player?episode_id=1', destination: 'iframe' }],
    ['the player in a tab', { path: '/player?episode_id=1' }],
    ['a page in a frame', { destination: 'iframe' }],
    ['a form', { method: 'POST' }],
  ])('leaves %s alone', async (_, asked) => {
    expect(await startWorker(offline).open(asked)).toBeNull();
  });

  it('tells the browser what passes it by, and lives with one that cannot', async () => {
    const worker = startWorker(online);
    const addRoutes = vi.fn(async (_rules: readonly object[]) => {});
    await worker.raise('install', { addRoutes });
    expect(JSON.stringify(addRoutes.mock.calls[0])).toContain('/media/*');
    const refuse = () => Promise.reject(new TypeError('unknown condition'));
    await expect(worker.raise('install', { addRoutes: refuse })).resolves.toBeUndefined();
    await expect(worker.raise('install')).resolves.toBeUndefined();
    expect(worker.scope.skipWaiting).toHaveBeenCalledTimes(3);
  });

  it.each([404, 410])('removes itself once its address answers %i', async (status) => {
    const { open, registration } = startWorker(async (_, init) =>
      init?.method === 'HEAD' ? new Response(null, { status }) : new Response('the page'),
    );
    expect(await (await open())?.text()).toBe('the page');
    expect(registration.unregister).toHaveBeenCalledTimes(1);
  });

  it.each([200, 500])('stays if its address answers %i, and asks once', async (status) => {
    const { open, registration, fetch } = startWorker(async () => new Response(null, { status }));
    await open();
    await open();
    expect(registration.unregister).not.toHaveBeenCalled();
    expect(fetch.mock.calls.filter(([, init]) => init?.method === 'HEAD')).toHaveLength(1);
  });
});
