import { describe, expect, it } from 'vitest';
import { clientUuid, forgetClientUuid } from '../../src/ads/client-uuid.ts';
import { ADS_CLIENT_ID_LIFETIME_MS } from '../../src/contract/limits.ts';
import { createKeyValue, type KeyValue } from '../../src/lib/key-value.ts';

const DAY_MS = 86_400_000;

/** Storage that survives pages, like the browser's. */
function setUp() {
  const values = new Map<string, string>();
  const storage: KeyValue = {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
  };
  return { values, storage };
}

describe('clientUuid', () => {
  it('stays the same for 30 days, then changes', () => {
    expect(ADS_CLIENT_ID_LIFETIME_MS).toBe(30 * DAY_MS);
    const { storage } = setUp();
    const uuid = clientUuid(0, storage);
    expect(clientUuid(29.9 * DAY_MS, storage)).toBe(uuid);
    expect(clientUuid(30 * DAY_MS, storage)).not.toBe(uuid);
  });

  it('is kept by the page if the browser refuses storage', () => {
    const refusing = createKeyValue(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    expect(clientUuid(1, refusing)).toBe(clientUuid(2, refusing));
  });

  it('is new after it was forgotten', () => {
    const { storage, values } = setUp();
    const uuid = clientUuid(0, storage);
    forgetClientUuid(storage);
    expect([...values.values()]).toEqual(['']);
    expect(clientUuid(0, storage)).not.toBe(uuid);
  });

  it('writes nothing if there is nothing to forget', () => {
    const { storage, values } = setUp();
    forgetClientUuid(storage);
    expect(values.size).toBe(0);
  });

  it.each(['', 'no json', '7', '{"uuid":5}', '{"uuid":"x","expires_at":1e99}'])(
    'is new if the storage contains %j',
    (kept) => {
      const { storage } = setUp();
      storage.set('earshot-ads-client', kept);
      expect(clientUuid(0, storage)).toMatch(/^[\da-f-]{36}$/);
    },
  );

  it('differs between browsers', () => {
    expect(clientUuid(0, setUp().storage)).not.toBe(clientUuid(0, setUp().storage));
  });
});
