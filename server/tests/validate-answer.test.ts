import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp } from './helpers/shared-app.ts';
import type { SharedApp } from './helpers/test-app.ts';
import {
  type AnswerValidator,
  createAnswerValidator,
  type SeenAnswer,
} from './helpers/validate-answer.ts';

let test: SharedApp;
let validate: AnswerValidator;
let seen: SeenAnswer;
beforeAll(async () => {
  test = await sharedApp();
  const { body } = await test.app.inject({ url: '/api/openapi.json' });
  validate = createAnswerValidator(JSON.parse(body), 'http://site.test/api');
  const url = '/api/v2/shows/1';
  const answer = await test.app.inject({ url });
  const { statusCode: status, headers } = answer;
  seen = { method: 'GET', url, status, headers, body: answer.body };
});

const changed = (change: (show: Record<string, unknown>) => void): string => {
  const content = JSON.parse(seen.body);
  change(content.response.show);
  return JSON.stringify(content);
};

describe('the validator of answers', () => {
  it('passes what the document describes', () => {
    validate(seen);
    validate({ ...seen, status: 304, body: '' });
    validate({ ...seen, url: '/show/1', body: 'a page' });
  });

  it.each<[string, () => Partial<SeenAnswer>]>([
    ['a field of another type', () => ({ body: changed((show) => (show.title = 5)) })],
    ['a missing field', () => ({ body: changed((show) => delete show.title) })],
    ['another status', () => ({ status: 202 })],
    ['another type', () => ({ headers: { 'content-type': 'text/html' } })],
    ['a success as an error', () => ({ status: 404 })],
    ['an error without messages', () => ({ status: 404, body: '{"error":{"code":404}}' })],
    ['an unknown path with another error', () => ({ status: 404, url: '/api/x', body: '{}' })],
  ])('refuses %s', (_, change) => {
    expect(() => validate({ ...seen, ...change() })).toThrow(/^GET \/api\/\S+ answered \d+, but/);
  });
});
