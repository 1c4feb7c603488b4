import { describe, expect, it } from 'vitest';
import { redactUrl } from '../../../src/platform/http/redact-url.ts';

describe('redactUrl', () => {
  it.each([
    ['/a', '/a'],
    ['/a?b=1&c', '/a?b=1&c'],
    ['/a?token=s3cret&b=1', '/a?token=***&b=1'],
    ['/a?b=1&key=s3cret', '/a?b=1&key=***'],
    ['/a?access_token=s3cret', '/a?access_token=***'],
    ['/connect/callback/google?code=s3cret&iss=x', '/connect/callback/google?code=***&iss=x'],
    ['/a?oauth_verifier=s3cret', '/a?oauth_verifier=***'],
    ['/a?TOKEN=s3cret', '/a?TOKEN=***'],
    ['/a?t%6Fken=s3cret', '/a?t%6Fken=***'],
    ['/a?password=a%26b=s3cret', '/a?password=***'],
    ['/a?x=1?token=s3cret', '/a?x=***'],
    ['/ajax?url=%2Fsetup%3Ftoken%3Ds3cret&v=1', '/ajax?url=***&v=1'],
    ['/ajax?url=%252Fa%253Fx%253D1%2526key%253Ds3cret', '/ajax?url=***'],
    ['/oembed?url=https://x.org/a?b=1', '/oembed?url=https://x.org/a?b=1'],
    ['/a?s3cret%', '/a?***'],
    ['/a?b=s3cret%', '/a?b=***'],
    ['/media/episodes/7-s3cret/play.mp3', '/media/episodes/7-***/play.mp3'],
    ['/media/episodes/7-s-3/ondemand.mp3?token=x', '/media/episodes/7-***/ondemand.mp3?token=***'],
    ['/user?email=ann@example.org', '/user?email=***'],
  ])('writes %s as %s', (url, written) => {
    expect(redactUrl(url)).toBe(written);
  });
});
