import { AppError, ERRORS, type ErrorReason } from 'earshot/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { invalid, messagesIn, Refusal } from '../../../src/platform/http/refusal.ts';
import { RateLimited } from '../../../src/platform/limits/rate-limits.ts';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp } from '../../helpers/test-app.ts';

describe('messagesIn', () => {
  it.each([
    [invalid('email', 'required'), 'email: is required', 'email: è necessario'],
    [
      invalid('at', 'after_episode', { n: 12 }),
      'at: must be at most 12, because the episode ends there',
      'at: può essere al massimo 12, perché l’episodio finisce lì',
    ],
    [
      invalid('kind', 'among', { values: 'a: b, {{values}}' }),
      'kind: must be one of a: b, {{values}}',
      'kind: deve essere uno di a: b, {{values}}',
    ],
    [new Refusal('CONFLICT', 'plan_owned'), 'You have this plan already.', 'Hai già questo piano.'],
    [
      new RateLimited([], 30_000),
      'Too many requests. Please wait 30 seconds and try again.',
      'Troppe richieste. Attendi 30 secondi e riprova.',
    ],
    [new AppError('NOT_SIGNED_IN'), 'Please log in first.', 'Prima accedi.'],
  ])('says $message in every language', (error, english, italian) => {
    expect(error.messages).toEqual([english]);
    expect(messagesIn('en', error)).toEqual([english]);
    expect(messagesIn('it', error)).toEqual([italian]);
    expect(messagesIn('ar', error)).not.toEqual([english]);
  });

  it('leaves words that only programs read', () => {
    const error = invalid('request', 'is not valid JSON');
    expect(messagesIn('it', error)).toEqual(['request: is not valid JSON']);
  });

  it.each(Object.keys(ERRORS).filter((reason) => ERRORS[reason as ErrorReason].code > 400))(
    'has the text of %s',
    (reason) => {
      const error = new AppError(reason as ErrorReason);
      expect(messagesIn('en', error)).toEqual(error.messages);
      expect(messagesIn('it', error)).not.toEqual(error.messages);
    },
  );
});

describe('an error of the API', () => {
  let test: SharedApp;
  beforeAll(async () => {
    test = await sharedApp();
  });

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
    const { messages } = await say({ 'accept-language': 'it', 'content-type': 'text/plain' });
    expect(messages).toEqual([expect.stringMatching(/^Content-Type: deve essere uno di /)]);
  });
});
