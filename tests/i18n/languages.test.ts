import { afterEach, describe, expect, it } from 'vitest';
import { LANGUAGES, loadMessages, resolveLanguage } from '../../src/i18n/languages.ts';
import type { LanguageMessages } from '../../src/i18n/messages.ts';
import { spokenTime } from '../../src/i18n/time.ts';
import { createTranslator } from '../../src/i18n/translator.ts';

describe('resolveLanguage', () => {
  it.each([
    ['it-IT', 'it'],
    ['IT_it', 'it'],
    ['it-Latn-IT', 'it'],
    ['en-GB', 'en'],
    ['tlh-AQ', 'en'],
    ['ita', 'en'],
    ['constructor', 'en'],
    ['tlh-AQ, it;q=0.8', 'it'],
    ['en;q=0.5, it', 'it'],
    ['en;q=0.5, it;q=0.9', 'it'],
    ['it;q=0.9, en;q=0.9', 'it'],
    ['it;q=0, en', 'en'],
    ['it; Q = 0.3 , en ; q=0.2', 'it'],
    ['it;q=much', 'en'],
    ['it;q=0.5, *', 'en'],
    ['tlh, *;q=0.1', 'en'],
    ['', 'en'],
    [null, 'en'],
    [undefined, 'en'],
  ])('takes %s as %s', (wanted, language) => {
    expect(resolveLanguage(wanted)).toBe(language);
  });

  it('reads a header of any length', () => {
    expect(resolveLanguage(`${'x-'.repeat(20_000)}, ${';q='.repeat(20_000)}, it`)).toBe('it');
  });
});

describe('a new language', () => {
  afterEach(() => {
    Reflect.deleteProperty(LANGUAGES, 'pl');
  });

  /** Polish, as its folder would hold it: a line of the table and the messages. */
  async function addPolish(): Promise<LanguageMessages> {
    const english = await loadMessages('en');
    const seconds = { one: '%count% sekunda', few: '%count% sekundy', other: '%count% sekund' };
    const player = { ...english.player, language: 'pl', play: 'Odtwórz', seconds };
    const messages = { ...english, player };
    Object.assign(LANGUAGES, { pl: async () => ({ messages }) });
    return messages;
  }

  it('is found by its name and its messages are loaded', async () => {
    const messages = await addPolish();
    expect(resolveLanguage('tlh, pl-PL;q=0.7, it;q=0.2')).toBe('pl');
    expect(await loadMessages('pl')).toEqual(messages);
  });

  it('has its own plural forms', async () => {
    const { player } = await addPolish();
    const t = createTranslator(player);
    expect([1, 2, 5, 22].map((seconds) => spokenTime(seconds, t))).toEqual([
      '1 sekunda',
      '2 sekundy',
      '5 sekund',
      '22 sekundy',
    ]);
  });
});
