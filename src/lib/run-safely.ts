/** Runs what is not ours: what it throws becomes an uncaught error of its own, and changes nothing here. */
export function runSafely(run: () => void): void {
  try {
    run();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
