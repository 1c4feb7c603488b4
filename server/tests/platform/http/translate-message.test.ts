import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ar } from '../../../src/platform/http/messages-ar.ts';
import { it as italian } from '../../../src/platform/http/messages-it.ts';
import { translateMessage } from '../../../src/platform/http/translate-message.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

const root = new URL('../../../../', import.meta.url).pathname;
const namesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

describe('translateMessage', () => {
  it.each([
    ['email: is required', 'email: è necessario'],
    ['Please log in first.', 'Prima accedi.'],
    ['title: must be at most 200 characters', 'title: può avere al massimo 200 caratteri'],
    ['duration: must be at most 86400', 'duration: può essere al massimo 86400'],
    ['terms: must be true', 'terms: deve essere true'],
    ['kind: must be one of a: b, c', 'kind: deve essere uno di a: b, c'],
    [
      'at: must be at most 12, because the episode ends there',
      'at: può essere al massimo 12, perché l’episodio finisce lì',
    ],
  ])('says "%s" in Italian', (english, translated) => {
    expect(translateMessage(english, 'it')).toBe(translated);
    expect(translateMessage(english, 'en')).toBe(english);
    expect(translateMessage(english, 'ar')).not.toBe(english);
  });

  it.each([
    '',
    ': ',
    'soundbites: must be a list of segments',
    'proof: put {n} into $1',
    'a: b: c',
  ])('leaves "%s" as it is', (message) => {
    expect(translateMessage(message, 'it')).toBe(message);
  });

  it('knows the same messages in every language, with the same values', () => {
    expect(Object.keys(ar)).toEqual(Object.keys(italian));
    for (const [english, translated] of [...Object.entries(italian), ...Object.entries(ar)]) {
      for (const name of namesIn(translated)) expect(namesIn(english)).toContain(name);
    }
  });

  it('has only keys that the source says', () => {
    const files = ['server/src', 'src/contract'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(root, folder, file),
      ),
    );
    const source = files
      .filter((file) => /\.ts$/.test(file) && !/messages-\w+\.ts$/.test(file))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    // Counted nouns and types are put together from parts.
    const isBuilt = /^(must (be|have) at (least|most) (1|\{n\}) |must be (text|a |true ))/;
    const strange = Object.keys(italian).filter(
      (english) =>
        !isBuilt.test(english) && english.split(/\{\w+\}/).some((part) => !source.includes(part)),
    );
    expect(strange).toEqual([]);
  });
});

describe('an error of the API', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await openTestApp();
  });
  afterAll(() => test?.close());

  const say = async (headers: Record<string, string>, query = '') => {
    const answer = await test.app.inject({
      method: 'POST',
      url: `/api/v2/auth/login${query}`,
      headers,
      payload: { email: 'nobody@mail.test' },
    });
    return answer.json().error;
  };
  const english = { code: 400, reason: 'INVALID_REQUEST', messages: ['password: is required'] };
  const translated = { ...english, messages: ['password: è necessario'] };

  it('is in the language of the reader', async () => {
    expect(await say({})).toEqual(english);
    expect(await say({ 'accept-language': 'fr' })).toEqual(english);
    expect(await say({ 'accept-language': 'it-IT,it;q=0.9,en;q=0.8' })).toEqual(translated);
    expect(await say({ 'accept-language': 'en', cookie: 'language=it' })).toEqual(translated);
    expect(await say({ 'accept-language': 'it' }, '?culture=en-GB')).toEqual(english);
    expect(await say({}, '?culture=it-IT')).toEqual(translated);
  });
});
