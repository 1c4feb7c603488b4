import { describe, expect, it } from 'vitest';
import { limitedAddress } from '../../../src/platform/limits/limited-address.ts';

describe('limitedAddress', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2:ffff::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8:1:2:3:4:192.0.2.1', '2001:db8:1:2::/64'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('counts %s as %s', (ip, counted) => {
    expect(limitedAddress(ip)).toBe(counted);
  });

  it('keeps no long name of a proxy', () => {
    expect(limitedAddress('x'.repeat(5_000))).toHaveLength(64);
  });
});
