import { vi } from 'vitest';

const PATIENCE_MS = 30_000; // by default a wait fails after one second, which a busy machine takes for a query
const { waitFor } = vi;

if (waitFor.name !== 'waitPatiently') {
  vi.waitFor = function waitPatiently(callback, options) {
    const chosen = typeof options === 'number' ? { timeout: options } : options;
    return waitFor(callback, { timeout: PATIENCE_MS, ...chosen });
  };
}
