const WRITE_EVERY_MS = 1_000;

/** Writes a percentage at most once a second. A failed write does not stop the work. */
export function createProgress(write: (percent: number) => Promise<void>) {
  let writtenAt = performance.now();
  let last = 0;
  let writing: Promise<void> = Promise.resolve();
  let isWriting = false;
  return {
    report(percent: number): void {
      const now = performance.now();
      const rounded = Math.floor(percent);
      if (isWriting || rounded <= last || now - writtenAt < WRITE_EVERY_MS) return;
      writtenAt = now;
      last = rounded;
      isWriting = true;
      writing = write(rounded)
        .catch(() => {})
        .finally(() => {
          isWriting = false;
        });
    },
    /** Resolves when no write is pending. */
    end: (): Promise<void> => writing,
  };
}
