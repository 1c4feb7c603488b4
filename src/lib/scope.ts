import { runSafely } from './run-safely.ts';

/** Owns listeners, timers, requests and subscriptions. Code that starts something registers its end here. */
export interface Scope {
  /** True after dispose. Later additions end at once. */
  readonly disposed: boolean;
  /** Aborted on dispose. Pass it to `fetch`. */
  readonly signal: AbortSignal;
  /** Runs `end` on dispose, or now if the scope is disposed. */
  add(end: () => void): void;
  /** Adds a listener, which dispose removes. */
  listen<Type extends keyof WindowEventMap>(
    target: Window | Document | Element,
    type: Type,
    listener: (event: WindowEventMap[Type]) => void,
    options?: AddEventListenerOptions,
  ): void;
  listen(
    target: Pick<EventTarget, 'addEventListener'>,
    type: string,
    listener: (event: Event) => void,
    options?: AddEventListenerOptions,
  ): void;
  /** Returns a function that cancels the timer. */
  timeout(run: () => void, delayMs: number): () => void;
  interval(run: () => void, everyMs: number): () => void;
  /** A scope that ends with this one or earlier. */
  child(): Scope;
  /** Ends everything, the last first. An error in one is reported as uncaught. */
  dispose(): void;
}

export function createScope(): Scope {
  const ends = new Set<() => void>();
  const controller = new AbortController();

  /** Returns a function that runs `end` now, unless it has run. */
  const add = (end: () => void): (() => void) => {
    if (controller.signal.aborted) {
      end();
      return () => {};
    }
    ends.add(end);
    return () => {
      if (ends.delete(end)) end();
    };
  };

  const timer =
    (repeats: boolean): Scope['timeout'] =>
    (run, delayMs) => {
      if (controller.signal.aborted) return () => {};
      const start = repeats ? setInterval : setTimeout;
      const id = start(() => {
        if (!repeats) cancel();
        run();
      }, delayMs);
      const cancel = add(() => clearInterval(id)); // ends both kinds (HTML, 8.7)
      return cancel;
    };

  const scope: Scope = {
    get disposed() {
      return controller.signal.aborted;
    },
    signal: controller.signal,
    add,
    listen(
      target: Pick<EventTarget, 'addEventListener'>,
      type: string,
      listener: (event: never) => void,
      options?: AddEventListenerOptions,
    ) {
      target.addEventListener(type, listener as EventListener, {
        ...options,
        signal: scope.signal,
      });
    },
    timeout: timer(false),
    interval: timer(true),
    child() {
      const inner = createScope();
      inner.add(add(() => inner.dispose()));
      return inner;
    },
    dispose() {
      if (controller.signal.aborted) return;
      controller.abort();
      const pending = [...ends].reverse();
      ends.clear();
      for (const end of pending) runSafely(end);
    },
  };
  return scope;
}
