import type { QueuePage } from '../../src/beacons/beacon-queue.ts';
import type { Transport } from '../../src/beacons/beacon-transport.ts';

/** A transport that records its calls. `answer` gets the address and the number of previous requests to it. */
export function fakeCollector(
  answer: (url: string, attempt: number) => number | Promise<number>,
): Transport & { urls(): string[]; most(): number } {
  const urls: string[] = [];
  let underWay = 0;
  let most = 0;
  return {
    async send({ url }) {
      urls.push(url);
      underWay += 1;
      most = Math.max(most, underWay);
      const status = await answer(url, urls.filter((other) => other === url).length);
      underWay -= 1;
      return status;
    },
    hurry() {},
    urls: () => [...urls],
    most: () => most,
  };
}

/** A window whose network and visibility the test controls. */
export function fakePage() {
  const target = new EventTarget();
  const navigator = { onLine: true };
  const document = { visibilityState: 'visible' };
  const signals: (AbortSignal | undefined)[] = [];
  return {
    navigator,
    document,
    addEventListener(
      type: string,
      listener: EventListenerOrEventListenerObject | null,
      options?: boolean | AddEventListenerOptions,
    ) {
      signals.push(Object(options).signal);
      target.addEventListener(type, listener, options);
    },
    setOnline(isOnline: boolean) {
      navigator.onLine = isOnline;
      target.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
    },
    leave(type: string) {
      document.visibilityState = 'hidden';
      target.dispatchEvent(new Event(type));
    },
    listenerCount: () => signals.filter((signal) => !signal?.aborted).length,
  } satisfies QueuePage & Record<string, unknown>;
}
