import { describe, expect, it } from 'vitest';
import { priceInWords } from '../../contract/price-in-words.ts';

describe('priceInWords', () => {
  it.each([
    [900, 'eur', '€9.00'],
    [900, 'usd', '$9.00'],
    [500, 'jpy', '¥500'],
    [5_000, 'krw', '₩5,000'],
    [300_000, 'huf', 'HUF 3,000'],
    [15_000_000, 'idr', 'IDR 150,000'],
    [150_000, 'isk', 'ISK 1,500'],
    [3_000_000, 'ugx', 'UGX 30,000'],
    [30_000, 'twd', 'NT$300.00'],
    [5_000, 'kwd', 'KWD 5.000'],
    [1_000_000, 'iqd', 'IQD 10,000'],
  ])('%d of Stripe in %s are %s', (price, currency, words) => {
    expect(priceInWords({ price, currency }, 'en').replace(/\u00a0/g, ' ')).toBe(words);
  });

  it('hides no part of an amount', () => {
    const words = priceInWords({ price: 123_450, currency: 'huf' }, 'en');
    expect(words.replace(/\u00a0/g, ' ')).toBe('HUF 1,234.5');
  });
});
