import { describe, expect, it } from 'vitest';
import { ERRORS } from '../../src/contract/errors.ts';
import { en, type MessageKey } from '../../src/i18n/en.ts';
import { it as italian } from '../../src/i18n/it.ts';

const placeholders = (text: string) => (text.match(/%\w+%/g) ?? []).sort();

describe('the message catalogue', () => {
  it('has the labels of the spec exactly so in English', () => {
    expect(en).toMatchObject({
      live: 'LIVE',
      loading: 'Loading ...',
      unavailable: 'Unavailable',
      commercial: 'Commercial',
      copy: 'Copy',
      copied: 'Copied',
    });
  });

  it('says errors in the words of the error catalogue', () => {
    expect(en.error_NETWORK).toBe(ERRORS.NETWORK.message);
    expect(en.error_EPISODE_UNAVAILABLE).toBe(ERRORS.EPISODE_UNAVAILABLE.message);
    expect(en.error_PLAYBACK_UNSUPPORTED).toBe(ERRORS.PLAYBACK_UNSUPPORTED.message);
  });

  it.each(Object.keys(en) as MessageKey[])('has %s in Italian, with the same values', (key) => {
    expect(italian[key]).toBeTruthy();
    expect(placeholders(italian[key])).toEqual(placeholders(en[key]));
  });
});
