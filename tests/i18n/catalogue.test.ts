import { describe, expect, it } from 'vitest';
import { ERRORS } from '../../src/contract/errors.ts';
import { embedDialogEn } from '../../src/i18n/embed-dialog-en.ts';
import { embedDialogIt } from '../../src/i18n/embed-dialog-it.ts';
import { en } from '../../src/i18n/en.ts';
import { it as italian } from '../../src/i18n/it.ts';
import { keysHelpEn } from '../../src/i18n/keys-help-en.ts';
import { keysHelpIt } from '../../src/i18n/keys-help-it.ts';

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

  it.each([
    ['every player', en, italian],
    ['the embed dialog', embedDialogEn, embedDialogIt],
    ['the list of keys', keysHelpEn, keysHelpIt],
  ] as const)('is complete in Italian, with the same values: %s', (_, english, translated) => {
    expect(Object.keys(translated)).toEqual(Object.keys(english));
    for (const [key, text] of Object.entries<string>(translated)) {
      expect(text).not.toBe('');
      expect(placeholders(text)).toEqual(placeholders(english[key as keyof typeof english]));
    }
  });
});
