/** Runs a callback of the app. An error in it is reported as uncaught and changes nothing here. */
export function runSafely(run: () => void): void {
  try {
    run();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
