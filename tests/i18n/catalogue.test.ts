import { describe, expect, it } from 'vitest';
import { ERRORS } from '../../src/contract/errors.ts';
import { LANGUAGES, loadMessages } from '../../src/i18n/languages.ts';
import type { Message } from '../../src/i18n/messages.ts';

const english = await loadMessages('en');
const OTHERS = Object.keys(LANGUAGES).filter((language) => language !== 'en');

describe('the English messages', () => {
  it('contain the fixed labels of the player', () => {
    expect(english.player).toMatchObject({
      live: 'LIVE',
      loading: 'Loading ...',
      unavailable: 'Unavailable',
      commercial: 'Commercial',
      copy: 'Copy',
      copied: 'Copied',
    });
  });

  it('report errors in the words of the error catalogue', () => {
    const { player } = english;
    expect(player.error_NETWORK).toBe(ERRORS.NETWORK.message);
    expect(player.error_EPISODE_UNAVAILABLE).toBe(ERRORS.EPISODE_UNAVAILABLE.message);
    expect(player.error_EPISODE_UNKNOWN).toBe(ERRORS.EPISODE_UNKNOWN.message);
    expect(player.error_PLAYBACK_UNSUPPORTED).toBe(ERRORS.PLAYBACK_UNSUPPORTED.message);
    expect(english.site.page_load_failed).toBe(ERRORS.PAGE_LOAD_FAILED.message);
  });
});

describe.each(OTHERS)('the messages of %s', (language) => {
  it.each(['player', 'embedDialog', 'errorPage', 'keysHelp', 'site', 'studio', 'upNext'] as const)(
    'have the keys and placeholders of the English ones: %s',
    async (group) => {
      const translated: Record<string, Message> = { ...(await loadMessages(language))[group] };
      const source: Record<string, Message> = { ...english[group] };
      expect(Object.keys(translated)).toEqual(Object.keys(source));
      for (const [key, message] of Object.entries(translated)) {
        expect(textOf(message)).not.toBe('');
        expect(placeholders(message)).toEqual(placeholders(source[key] ?? ''));
      }
    },
  );

  it('have every plural form that the language needs', async () => {
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const { player } = await loadMessages(language);
    for (const forms of [player.hours, player.minutes, player.seconds]) {
      // Nobody counts a million hours: Italian has a form of its own for round millions.
      expect(needed.filter((form) => form !== 'many' && !(form in forms))).toEqual([]);
    }
  });

  it('name their own language', async () => {
    expect((await loadMessages(language)).player.language).toBe(language);
  });
});

const textOf = (message: Message) => (typeof message === 'string' ? message : message.other);
const placeholders = (message: Message) => (textOf(message).match(/%\w+%/g) ?? []).sort();
