// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { readAnswer, writeAnswer } from '../../src/consent/stored-answer.ts';

const ADS = { LISTENING: null } as const;
const BOTH = { LISTENING: 'site' } as const;

describe('the stored answer about consent', () => {
  beforeEach(() => localStorage.clear());

  it.each([
    ['an agreement to ads', true, ADS, true, null],
    ['an agreement to both', true, BOTH, true, true],
    ['a refusal of ads', false, ADS, false, false],
    ['a refusal of both', false, BOTH, false, false],
  ] as const)('%s', (_, isGiven, asked, aboutAds, aboutBoth) => {
    writeAnswer(isGiven, asked);
    expect([readAnswer(ADS), readAnswer(BOTH)]).toEqual([aboutAds, aboutBoth]);
  });

  it('is absent at first', () => expect([readAnswer(ADS), readAnswer(BOTH)]).toEqual([null, null]));
});
