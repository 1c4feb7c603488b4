import { describe, expect, it } from 'vitest';
import { notOpened, PageUnreachable } from '../../../src/features/doctor/page-unreachable.ts';
import { explainFailure } from '../../../src/platform/browser/visit-error.ts';

const URL = 'https://blog.example:8443/post';
const HOST = 'blog.example:8443';

describe('a page that cannot be opened', () => {
  it.each([
    ['proxy:private', '', `${HOST} is on a private network, which is not opened.`],
    ['proxy:unknown', '', `${HOST} is unknown: its name has no address.`],
    ['proxy:unreachable', '', `${HOST} cannot be reached.`],
    ['proxy:too_much', '', `${HOST} sends more than is read.`],
    ['', 'net::ERR_CERT_DATE_INVALID at', `${HOST} has a certificate that browsers refuse.`],
    ['', 'page.goto: Timeout 30000ms exceeded', `${HOST} did not answer in time.`],
    ['', 'page.goto: net::ERR_EMPTY at x\nlog', `${HOST} cannot be opened: net::ERR_EMPTY.`],
    ['', 'Target closed\nlog', `${HOST} cannot be opened: Target closed.`],
  ])('says why: %s %s', (failure, message, words) => {
    expect(notOpened(URL, { failure, cause: new Error(message) }).message).toBe(words);
  });

  it('says it in each language', () => {
    const { failure } = new PageUnreachable('answered', { host: HOST, status: 404 });
    expect(explainFailure(failure, 'en')).toBe(`${HOST} answered 404.`);
    expect(explainFailure(failure, 'it')).toBe(`${HOST} ha risposto 404.`);
    expect(explainFailure(failure, 'ar')).toContain('404');
  });
});
