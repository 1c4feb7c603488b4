import { beforeEach, describe, expect, it } from 'vitest';
import { clientUuid, forgetClientUuid } from '../../src/ads/client-uuid.ts';

const DAY_MS = 86_400_000;

function fakeStorage() {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}
const refuse = () => {
  throw new DOMException('refused', 'SecurityError');
};
const refusing = { getItem: refuse, setItem: refuse, removeItem: refuse };

beforeEach(() => {
  forgetClientUuid(null);
});

describe('clientUuid', () => {
  it('is the same for 30 days from its making, then another', () => {
    const storage = fakeStorage();
    const uuid = clientUuid(0, storage);
    expect(clientUuid(29.9 * DAY_MS, storage)).toBe(uuid);
    expect(clientUuid(30 * DAY_MS, storage)).not.toBe(uuid);
  });

  it.each([
    ['that is missing', null],
    ['that refuses', refusing],
  ])('is remembered by the page with storage %s', (_, storage) => {
    expect(clientUuid(1, storage)).toBe(clientUuid(2, storage));
  });

  it('is another after it was forgotten', () => {
    const storage = fakeStorage();
    const uuid = clientUuid(0, storage);
    forgetClientUuid(storage);
    expect(storage.values.size).toBe(0);
    expect(clientUuid(0, storage)).not.toBe(uuid);
  });

  it.each(['', 'no json', '7', '{"uuid":5}', '{"uuid":"x","expires_at":1e99}'])(
    'is made anew where %j is stored',
    (kept) => {
      const storage = fakeStorage();
      storage.setItem('earshot-ads-client', kept);
      expect(clientUuid(0, storage)).toMatch(/^[\da-f-]{36}$/);
    },
  );

  it('differs between browsers', () => {
    expect(clientUuid(0, fakeStorage())).not.toBe(clientUuid(0, fakeStorage()));
  });
});
