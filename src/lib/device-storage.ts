import { createKeyValue } from './key-value.ts';

/** What this device remembers for the origin. One for all, so that they also share the memory that replaces it. */
export const deviceStorage = createKeyValue(() => localStorage);
