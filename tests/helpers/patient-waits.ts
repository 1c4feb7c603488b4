import { afterAll, vi } from 'vitest';

const PATIENCE_MS = 30_000; // by default a wait fails after one second; a query on a busy machine may take as long
const { waitFor } = vi;

if (waitFor.name !== 'waitPatiently') {
  vi.waitFor = function waitPatiently(callback, options) {
    const chosen = typeof options === 'number' ? { timeout: options } : options;
    return waitFor(callback, { timeout: PATIENCE_MS, ...chosen });
  };
}

// An import that is under way when its file of tests ends would fail, and the whole run with it.
afterAll(() => vi.dynamicImportSettled());
