import { expect, it } from 'vitest';
import { cutAddress } from '../../../src/features/audit/cut-address.ts';

it.each([
  ['192.0.2.77', '192.0.2.0'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
  ['2001:db8::1', '2001:db8:0::'],
  ['::1', '0:0:0::'],
  ['unknown', ''],
  ['', ''],
])('cuts %s to %s', (address, cut) => {
  expect(cutAddress(address)).toBe(cut);
});
