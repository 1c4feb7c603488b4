/** Thrown by `own` if the process is stopping. */
export class Stopping extends Error {
  override readonly name = 'Stopping';
}

interface Closable {
  close(): Promise<void> | void;
}

/** The open resources of the process, which it must close before it ends. */
export interface Lifetime {
  /** Opens something and closes it when the process stops, also if the stop comes during the opening. */
  own<T extends Closable>(open: () => Promise<T>): Promise<T>;
  own<T>(open: () => Promise<T>, close: (opened: T) => Promise<void>): Promise<T>;
  /** Closes everything, the newest first. A failure does not keep the others open. */
  stop(): Promise<void>;
}

export function createLifetime(): Lifetime {
  const closers: (() => Promise<void>)[] = [];
  let stopped: Promise<void> | null = null;

  async function closeAll(): Promise<void> {
    const failures: unknown[] = [];
    for (let close = closers.pop(); close; close = closers.pop()) {
      await close().catch((error) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }

  return {
    async own<T>(
      open: () => Promise<T>,
      close: (opened: T) => Promise<void> = async (opened) => (opened as Closable).close(),
    ): Promise<T> {
      if (stopped) throw new Stopping();
      const opening = open();
      closers.push(() =>
        // The caller of `own` handles a failure to open.
        opening.then(close, () => {}),
      );
      const opened = await opening;
      if (stopped) throw new Stopping();
      return opened;
    },
    stop() {
      stopped ??= closeAll();
      return stopped;
    },
  };
}
