import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { site } from '../../site/src/i18n/en.json';
import { ERRORS } from '../../src/contract/errors.ts';
import { player } from '../../src/i18n/en.json';
import { LANGUAGES } from '../../src/i18n/languages.ts';

type Texts = Readonly<Record<string, string>>;

/** The folders with one file for each language. */
const FOLDERS = ['src/i18n', 'site/src/i18n', 'server/src/i18n'];
const FORM = /_(zero|one|two|few|many|other)$/;

const read = (folder: string, language: string): Record<string, Texts> =>
  JSON.parse(readFileSync(`${folder}/${language}.json`, 'utf8'));
const nameOf = (key: string) => key.replace(FORM, '');
const namesOf = (texts: Texts) => [...new Set(Object.keys(texts).map(nameOf))].sort();
const placeholders = (text = '') => [...new Set(text.match(/{{\w+}}/g))].sort();

describe('the English texts', () => {
  it('contain the fixed labels of the player', () => {
    expect(player).toMatchObject({
      live: 'LIVE',
      loading: 'Loading ...',
      unavailable: 'Unavailable',
      commercial: 'Commercial',
      copy: 'Copy',
      copied: 'Copied',
    });
  });

  it('report errors in the words of the error catalogue', () => {
    expect(player.error_NETWORK).toBe(ERRORS.NETWORK.message);
    expect(player.error_EPISODE_UNAVAILABLE).toBe(ERRORS.EPISODE_UNAVAILABLE.message);
    expect(player.error_EPISODE_UNKNOWN).toBe(ERRORS.EPISODE_UNKNOWN.message);
    expect(player.error_PLAYBACK_UNSUPPORTED).toBe(ERRORS.PLAYBACK_UNSUPPORTED.message);
    expect(site.page_load_failed).toBe(ERRORS.PAGE_LOAD_FAILED.message);
  });
});

describe.each(FOLDERS)('%s', (folder) => {
  const english = read(folder, 'en');
  const sections = Object.keys(english);

  it('has one file for each language of the table', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
    expect(files.sort()).toEqual(
      Object.keys(LANGUAGES)
        .map((language) => `${language}.json`)
        .sort(),
    );
  });

  it.each(Object.keys(LANGUAGES))('has every text, with its placeholders, in %s', (language) => {
    const translated = read(folder, language);
    expect(Object.keys(translated)).toEqual(sections);
    for (const section of sections) {
      const [texts, source] = [translated[section] ?? {}, english[section] ?? {}];
      expect(namesOf(texts), section).toEqual(namesOf(source));
      for (const [key, text] of Object.entries(texts)) {
        const original = source[key] ?? source[`${nameOf(key)}_other`];
        const needed = placeholders(original);
        expect(text, key).not.toBe('');
        // The form for one may contain the number as a word.
        if (FORM.test(key)) expect(needed, key).toEqual(expect.arrayContaining(placeholders(text)));
        else expect(placeholders(text), key).toEqual(needed);
      }
    }
  });

  it.each(Object.keys(LANGUAGES))('has every plural form that %s needs', (language) => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    // Italian has a separate form for round millions, which no text counts.
    const needed = pluralCategories.filter((form) => language === 'ar' || form !== 'many');
    const missing = Object.values(read(folder, language)).flatMap((texts) =>
      Object.keys(texts)
        .filter((key) => FORM.test(key))
        .flatMap((key) => needed.map((form) => `${nameOf(key)}_${form}`))
        .filter((key) => !(key in texts)),
    );
    expect(missing).toEqual([]);
  });
});

it.each(Object.keys(LANGUAGES))('the texts of %s name their own language', (language) => {
  expect(read('src/i18n', language).player?.language).toBe(language);
});

/** Buttons with a name that says more than they show, for rows of the same buttons: section, text, name. */
const NAMED_BUTTONS = [
  ['admin', 'deleted', 'deleted_name'],
  ['admin', 'delete', 'delete_name'],
  ['admin', 'demote', 'demote_name'],
  ['admin', 'edit', 'edit_name'],
  ['admin', 'end', 'end_name'],
  ['admin', 'promote', 'promote_name'],
  ['admin', 'remove', 'remove_name'],
  ['admin', 'remove_factor', 'remove_factor_name'],
  ['admin', 'reopen', 'reopen_name'],
  ['admin', 'resolve', 'resolve_name'],
  ['admin', 'retry', 'retry_name'],
  ['admin', 'save', 'save_name'],
  ['ads', 'pause', 'pause_of'],
  ['ads', 'resume', 'resume_of'],
  ['connect', 'connect', 'connect_service'],
  ['connect', 'disconnect', 'disconnect_service'],
  ['deletions', 'restore', 'restore_name'],
  ['feed', 'remove', 'remove_entry'],
  ['numbers', 'former_remove', 'former_remove_name'],
  ['people', 'unblock', 'unblock_of'],
  ['plans', 'change', 'change_to'],
  ['plans', 'choose', 'choose_plan'],
  ['schedule', 'change', 'change_of'],
  ['settings', 'end', 'end_session'],
  ['settings', 'remove', 'remove_passkey'],
  ['settings', 'revoke', 'revoke_token'],
  ['studio', 'move', 'move_of'],
  ['team', 'remove', 'remove_name'],
] as const;

describe('the name of a button', () => {
  // Speech control finds a button by the words that it shows.
  it.each(Object.keys(LANGUAGES))('contains the text that it shows, in %s', (language) => {
    const texts = read('site/src/i18n', language);
    const wrong = NAMED_BUTTONS.filter(([section, shown, name]) => {
      const { [shown]: text = '?', [name]: label = '' } = texts[section] ?? {};
      return !label.toLowerCase().includes(text.toLowerCase());
    });
    expect(wrong).toEqual([]);
  });
});
