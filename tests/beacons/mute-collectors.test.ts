import { describe, expect, it } from 'vitest';
import { createMuteCollectors } from '../../src/beacons/mute-collectors.ts';
import { createKeyValue, type KeyValue } from '../../src/lib/key-value.ts';

const DAY_MS = 86_400_000;
const [ONE, OTHER] = ['https://one.test', 'https://other.test'];

/** A browser: its storage, and its clock. */
function setUp(kept?: string) {
  const values = new Map<string, string>();
  const storage: KeyValue = {
    get: (key) => kept ?? values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
  };
  const clock = { at: 1_800_000_000_000, now: () => clock.at };
  return { values, clock, open: () => createMuteCollectors(clock, storage) };
}

describe('createMuteCollectors', () => {
  it('remembers for a day, for all pages of the browser', () => {
    const { open, clock } = setUp();
    open().add(ONE);
    expect(open().has(ONE)).toBe(true);
    expect(open().has(OTHER)).toBe(false);
    clock.at += DAY_MS;
    expect(open().has(ONE)).toBe(false);
  });

  it('removes old entries when it adds one', () => {
    const { open, clock, values } = setUp();
    open().add(ONE);
    clock.at += DAY_MS;
    open().add(OTHER);
    expect([...values.values()].join()).not.toContain(ONE);
  });

  it.each(['', 'no json', '7', 'null', '[1]', '{"https://one.test":"soon"}'])(
    'knows none where %j is stored',
    (kept) => {
      const { open } = setUp(kept);
      expect(open().has(ONE)).toBe(false);
      expect(open().has('constructor')).toBe(false);
    },
  );

  it('remembers for this page alone if the browser refuses storage', () => {
    const mute = createMuteCollectors(
      { now: () => 0 },
      createKeyValue(() => {
        throw new DOMException('refused', 'SecurityError');
      }),
    );
    mute.add(ONE);
    expect(mute.has(ONE)).toBe(true);
  });
});
