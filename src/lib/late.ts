/** Something whose code is loaded on first use. */
export interface Late<Thing> {
  /** Null until it is loaded. */
  readonly now: Thing | null;
  /**
   * Runs as soon as it is loaded, in the order of the calls. Rejects if it does not arrive; the next call loads it
   * again. Callers that ignore the promise need not catch it.
   */
  use(run: (thing: Thing) => void): Promise<void>;
  /** Runs now, or, while it is loading, after the waiting calls. */
  after(run: () => void): void;
}

export function createLate<Thing>(load: () => Promise<Thing>): Late<Thing> {
  let now: Thing | null = null;
  let opening: Promise<Thing> | null = null;
  return {
    get now() {
      return now;
    },
    use(run) {
      opening ??= load();
      const used = opening.then((thing) => {
        now = thing;
        run(thing);
      });
      used.catch(() => {
        if (!now) opening = null;
      });
      return used;
    },
    after(run) {
      if (now || !opening) run();
      else opening.then(run, run);
    },
  };
}
