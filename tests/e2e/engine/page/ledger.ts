/** The active listeners, timers and requests of the page's scripts, each with a name. */
const running = new Map<object, string>();

/** All audio elements, also those that have left the document. */
export const sounds: HTMLAudioElement[] = [];

/** The names of all that are still active, sorted. */
export const leftovers = (): string[] => [...running.values()].sort();

watchListeners();
watchTimers();
watchSounds();
watchChannels();
watchObjectUrls();

interface Listening {
  type: string;
  listener: EventListenerOrEventListenerObject | null;
  isCapture: boolean;
}

function watchListeners(): void {
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const lists = new WeakMap<EventTarget, Listening[]>();
  const isCapture = (options?: boolean | EventListenerOptions) =>
    typeof options === 'object' ? options.capture === true : options === true;
  const forget = (target: EventTarget, wanted: Listening) => {
    const list = lists.get(target) ?? [];
    const at = list.findIndex(
      ({ type, listener, isCapture }) =>
        type === wanted.type && listener === wanted.listener && isCapture === wanted.isCapture,
    );
    for (const gone of at < 0 ? [] : list.splice(at, 1)) running.delete(gone);
  };

  EventTarget.prototype.addEventListener = function (type, listener, options) {
    addEventListener.call(this, type, listener, options);
    const { once = false, signal = null } = typeof options === 'object' ? options : {};
    // A signal's own listener ends with the signal.
    if (this instanceof AbortSignal) return;
    const entry = { type, listener, isCapture: isCapture(options) };
    forget(this, entry);
    lists.set(this, [...(lists.get(this) ?? []), entry]);
    running.set(entry, `listener ${this.constructor.name}:${type}`);
    const end = () => forget(this, entry);
    if (once) addEventListener.call(this, type, end, { once });
    if (signal) addEventListener.call(signal, 'abort', end, { once: true });
  };
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    removeEventListener.call(this, type, listener, options);
    forget(this, { type, listener, isCapture: isCapture(options) });
  };
}

function watchTimers(): void {
  const timers = new Map<unknown, object>();
  const begin = (id: number, name: string) => {
    const entry = {};
    timers.set(id, entry);
    running.set(entry, name);
  };
  const end = (id: unknown) => {
    const entry = timers.get(id);
    if (entry) running.delete(entry);
  };
  const { setTimeout, setInterval, clearTimeout, clearInterval } = window;
  window.setTimeout = ((run: () => void, delayMs?: number) => {
    const id = setTimeout(() => {
      end(id);
      run();
    }, delayMs);
    begin(id, 'timeout');
    return id;
  }) as typeof window.setTimeout;
  window.setInterval = ((run: () => void, everyMs?: number) => {
    const id = setInterval(run, everyMs);
    begin(id, 'interval');
    return id;
  }) as typeof window.setInterval;
  window.clearTimeout = (id) => {
    end(id);
    clearTimeout(id);
  };
  window.clearInterval = (id) => {
    end(id);
    clearInterval(id);
  };
}

function watchSounds(): void {
  const createElement = document.createElement.bind(document);
  document.createElement = ((name: string, options?: ElementCreationOptions) => {
    const element = createElement(name, options);
    if (element instanceof HTMLAudioElement) sounds.push(element);
    return element;
  }) as typeof document.createElement;
  const { Audio } = window;
  window.Audio = class extends Audio {
    constructor(src?: string) {
      super(src);
      sounds.push(this);
    }
  };
}

function watchChannels(): void {
  const { BroadcastChannel } = window;
  window.BroadcastChannel = class extends BroadcastChannel {
    constructor(name: string) {
      super(name);
      running.set(this, `channel ${name}`);
    }
    override close() {
      super.close();
      running.delete(this);
    }
  };
}

function watchObjectUrls(): void {
  const entries = new Map<string, object>();
  const { createObjectURL, revokeObjectURL } = URL;
  URL.createObjectURL = (object) => {
    const url = createObjectURL(object);
    const entry = {};
    entries.set(url, entry);
    running.set(entry, 'object url');
    return url;
  };
  URL.revokeObjectURL = (url) => {
    revokeObjectURL(url);
    const entry = entries.get(url);
    if (entry) running.delete(entry);
  };
}
