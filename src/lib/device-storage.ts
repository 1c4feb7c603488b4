import { createKeyValue } from './key-value.ts';

/**
 * The storage of this device for the origin. One instance, so that its users also share the memory that replaces it.
 */
export const deviceStorage = createKeyValue(() => localStorage);
