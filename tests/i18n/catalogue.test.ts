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
