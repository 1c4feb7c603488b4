import { ADS_CLIENT_ID_LIFETIME_MS } from '../contract/limits.ts';

const KEY = 'earshot-ads-client';

type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Kept by this page alone, where the browser refuses storage. */
let remembered: string | null = null;

/** The random id by which the ads host knows this browser, for 30 days from its making (spec section 9). */
export function clientUuid(now: number, storage = localStorageOrNull()): string {
  const kept = read(storage);
  if (kept && kept.expires_at > now && kept.expires_at <= now + ADS_CLIENT_ID_LIFETIME_MS) {
    return kept.uuid;
  }
  const uuid = createUuid();
  write(storage, JSON.stringify({ uuid, expires_at: now + ADS_CLIENT_ID_LIFETIME_MS }));
  return uuid;
}

/** For one who refuses to be tracked. */
export function forgetClientUuid(storage = localStorageOrNull()): void {
  remembered = null;
  try {
    storage?.removeItem(KEY);
  } catch {
    // Storage that cannot be changed was never written.
  }
}

function read(storage: KeyValueStorage | null): { uuid: string; expires_at: number } | null {
  try {
    const kept = JSON.parse(remembered ?? storage?.getItem(KEY) ?? 'null');
    const isWhole = typeof kept?.uuid === 'string' && typeof kept.expires_at === 'number';
    return isWhole ? kept : null;
  } catch {
    return null; // refused, or not of our writing
  }
}

function write(storage: KeyValueStorage | null, value: string): void {
  remembered = storage ? null : value;
  try {
    storage?.setItem(KEY, value);
  } catch {
    remembered = value; // full or refused
  }
}

function localStorageOrNull(): KeyValueStorage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null; // opaque origins throw
  }
}

/** RFC 9562, version 4. `crypto.randomUUID` is missing on plain http. */
function createUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte, index) => {
    const marked = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, '0');
  });
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
