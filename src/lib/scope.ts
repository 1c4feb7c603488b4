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
    target: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
    type: string,
    listener: (event: Event) => void,
    options?: AddEventListenerOptions,
  ): void;
  /** Returns a function that cancels the timer. */
  timeout(run: () => void, delayMs: number): () => void;
  interval(run: () => void, everyMs: number): () => void;
  /** A scope that ends with this one or earlier. */
  child(): Scope;
  dispose(): void;
}

export function createScope(): Scope {
  const ends = new Set<() => void>();
  const controller = new AbortController();

  const add = (end: () => void): (() => void) => {
    if (controller.signal.aborted) {
      end();
      return () => {};
    }
    ends.add(end);
    return () => ends.delete(end);
  };

  const scope: Scope = {
    get disposed() {
      return controller.signal.aborted;
    },
    signal: controller.signal,
    add,
    listen(
      target: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
      type: string,
      listener: (event: never) => void,
      options?: AddEventListenerOptions,
    ) {
      if (controller.signal.aborted) return;
      target.addEventListener(type, listener as EventListener, options);
      add(() => target.removeEventListener(type, listener as EventListener, options));
    },
    timeout(run, delayMs) {
      if (controller.signal.aborted) return () => {};
      const id = setTimeout(() => {
        forget();
        run();
      }, delayMs);
      const forget = add(() => clearTimeout(id));
      return () => {
        forget();
        clearTimeout(id);
      };
    },
    interval(run, everyMs) {
      if (controller.signal.aborted) return () => {};
      const id = setInterval(run, everyMs);
      const forget = add(() => clearInterval(id));
      return () => {
        forget();
        clearInterval(id);
      };
    },
    child() {
      const inner = createScope();
      const forget = add(() => inner.dispose());
      inner.add(forget);
      return inner;
    },
    dispose() {
      if (controller.signal.aborted) return;
      controller.abort();
      const pending = [...ends].reverse();
      ends.clear();
      const errors: unknown[] = [];
      for (const end of pending) {
        try {
          end();
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw errors[0];
    },
  };
  return scope;
}
