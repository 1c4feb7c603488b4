/**
 * The service worker: it answers for an unreachable page, and does nothing else. write-worker.tsx puts the two values
 * below before its built text.
 */
declare const OFFLINE_PAGE: string;
/** Path prefixes without pages: the API, media, the player and its files. */
declare const SKIPPED: readonly string[];

interface WorkerEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface InstallEvent extends WorkerEvent {
  /** Not every browser has it (https://github.com/WICG/service-worker-static-routing-api). */
  addRoutes?(rules: readonly object[]): Promise<void>;
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
interface Worker {
  readonly registration: {
    readonly navigationPreload?: { enable(): Promise<void> };
    unregister(): Promise<boolean>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void;
  addEventListener(type: 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
}
const worker = self as unknown as Worker;
let isAsked = false;

worker.addEventListener('install', (event) => {
  // With a network, every version answers alike, so a newer one need not wait for old tabs.
  event.waitUntil(Promise.all([worker.skipWaiting(), passRest(event)]));
});

worker.addEventListener('activate', (event) => {
  // The request for a page does not wait until this worker has started.
  event.waitUntil(Promise.resolve(worker.registration.navigationPreload?.enable()));
});

worker.addEventListener('fetch', (event) => {
  if (opensPage(event.request)) event.respondWith(answer(event));
});

/** Lets all other requests bypass this worker, which then does not even start for them. */
async function passRest(event: InstallEvent): Promise<void> {
  const source = 'network';
  const paths = SKIPPED.map((path) => ({ urlPattern: { pathname: `${path}*` } }));
  try {
    await event.addRoutes?.([
      { condition: { not: { requestDestination: 'document' } }, source },
      { condition: { or: paths }, source },
    ]);
  } catch {
    // A browser without these conditions: `opensPage` decides the same.
  }
}

/** True if a whole tab opens a page of the site by its address. */
function opensPage({ method, mode, destination, url }: Request): boolean {
  const { pathname } = new URL(url);
  const isOpening = method === 'GET' && mode === 'navigate' && destination === 'document';
  return isOpening && !SKIPPED.some((path) => pathname.startsWith(path));
}

async function answer(event: FetchEvent): Promise<Response> {
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request));
    event.waitUntil(leaveIfGone());
    return response;
  } catch {
    return new Response(OFFLINE_PAGE, {
      status: 503,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-store',
        'Content-Security-Policy':
          "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
      },
    });
  }
}

/** If the host no longer has this script, the worker removes itself: browsers keep a worker whose update fails. */
async function leaveIfGone(): Promise<void> {
  if (isAsked) return;
  isAsked = true;
  const { status } = await fetch(location.href, { method: 'HEAD' }).catch(() => ({ status: 0 }));
  if (status === 404 || status === 410) await worker.registration.unregister();
}
