import { afterAll, vi } from 'vitest';

// Files of tests share this process, so what one leaves would change the results of another.
const before = new Set(Object.getOwnPropertyNames(globalThis));

afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  const left = Object.getOwnPropertyNames(globalThis).filter((name) => !before.has(name));
  if (left.length > 0) {
    throw new Error(
      `These tests leave globals: ${left.join(', ')}. Replace them with vi.stubGlobal.`,
    );
  }
});
