import { describe, expect, it } from 'vitest';
import {
  findStep,
  newTotpSecret,
  stepAt,
  toBase32,
  totpAddress,
  totpCode,
} from '../../../src/features/second-factor/totp.ts';

const SECRET = toBase32(Buffer.from('12345678901234567890'));

describe('totpCode', () => {
  // RFC 6238, appendix B, with six digits.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('is that of the RFC after %i seconds', (seconds, code) => {
    expect(totpCode(SECRET, stepAt(seconds * 1_000))).toBe(code);
  });
});

describe('findStep', () => {
  const now = 1_111_111_111_000;
  const at = (steps: number) => totpCode(SECRET, stepAt(now) + steps);

  it.each([-1, 0, 1])('takes the code of a clock that differs by %i steps', (steps) => {
    expect(findStep(SECRET, at(steps), now)).toBe(stepAt(now) + steps);
  });

  it.each([-2, 2])('refuses the code of a clock that differs by %i steps', (steps) => {
    expect(findStep(SECRET, at(steps), now)).toBeNull();
  });

  it.each(['', '05047', '0504711', 'abcdef'])('refuses %j', (code) => {
    expect(findStep(SECRET, code, now)).toBeNull();
  });
});

describe('toBase32', () => {
  // RFC 4648, 10, without padding.
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foobar', 'MZXW6YTBOI'],
  ])('writes %j as %j', (text, expected) => {
    expect(toBase32(Buffer.from(text))).toBe(expected);
  });
});

it('makes a secret of 160 bits, and an address that apps read', () => {
  const secret = newTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const address = totpAddress({ secret, issuer: 'Radio & Co', account: 'ann@mail.test' });
  expect(address).toBe(
    `otpauth://totp/Radio%20%26%20Co:ann%40mail.test?secret=${secret}&issuer=Radio%20%26%20Co`,
  );
});
