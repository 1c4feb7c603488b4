import { ADS_CLIENT_ID_LIFETIME_MS } from '../contract/limits.ts';
import { createKeyValue, type KeyValue } from '../lib/key-value.ts';
import { ADS_CLIENT_KEY } from './client-key.ts';

const browserStorage = createKeyValue(() => localStorage);

/** The random id by which ads hosts recognise this browser. It lasts 30 days. */
export function clientUuid(now: number, storage: KeyValue = browserStorage): string {
  const kept = read(storage);
  if (kept && kept.expires_at > now && kept.expires_at <= now + ADS_CLIENT_ID_LIFETIME_MS) {
    return kept.uuid;
  }
  const uuid = createUuid();
  storage.set(
    ADS_CLIENT_KEY,
    JSON.stringify({ uuid, expires_at: now + ADS_CLIENT_ID_LIFETIME_MS }),
  );
  return uuid;
}

/** Deletes the id of a listener who refuses to be tracked. Writes nothing if there is no id. */
export function forgetClientUuid(storage: KeyValue = browserStorage): void {
  if (storage.get(ADS_CLIENT_KEY)) storage.set(ADS_CLIENT_KEY, '');
}

function read(storage: KeyValue): { uuid: string; expires_at: number } | null {
  try {
    const kept = JSON.parse(storage.get(ADS_CLIENT_KEY) ?? 'null');
    const isWhole = typeof kept?.uuid === 'string' && typeof kept.expires_at === 'number';
    return isWhole ? kept : null;
  } catch {
    return null; // not written by this code
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
