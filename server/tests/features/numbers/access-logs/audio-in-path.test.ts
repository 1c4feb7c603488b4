import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../../src/config.ts';
import { createAudioFinder } from '../../../../src/features/numbers/access-logs/audio-in-path.ts';

const SITE_URL = 'https://pod.example';
const MEDIA_URL = 'https://cdn.pod.example';
const HASH = 'ab'.repeat(32);
const S3 = { S3_BUCKET: 'sounds', S3_ENDPOINT: 'https://s3.example.net:9000' };

function find(path: string, host: string | null = null, more: string[] = []) {
  return createAudioFinder(readConfig({ SITE_URL, MEDIA_URL, ...S3 }), more)(path, host);
}

const FILE = { sha256: HASH, episodeId: null };
const EPISODE = { sha256: null, episodeId: 12 };

describe('the audio in an address of a log', () => {
  it.each([
    [`/audio/${HASH}.mp3`, FILE],
    [`/media/audio/${HASH}.mp3`, FILE],
    [`/audio/${HASH}.mp3?token=secret`, FILE],
    ['/downloads/12.m4a', EPISODE],
    ['/media/downloads/12.m4a?token=secret', EPISODE],
    ['/episodes/12/play.mp3', EPISODE],
    ['/episodes/12-s3cret_key/ondemand.mp3?token=x', EPISODE],
    [`/sounds/ab/${HASH}`, FILE],
    [`/ab/${HASH}?X-Amz-Signature=00`, FILE],
    [`https://cdn.pod.example/downloads/12.mp3`, EPISODE],
    ['/', null],
    ['', null],
    ['/downloads/012.mp3', null],
    ['/downloads/9999999999.mp3', null],
    ['/downloads/12.mp3/..', null],
    ['/other/downloads/12.mp3', null],
    [`/audio/${HASH.toUpperCase()}.mp3`, null],
    [`/cd/${HASH}`, null],
    [`/images/${HASH}/original.jpg`, null],
    ['https://foreign.example/downloads/12.mp3', null],
    ['//foreign.example/downloads/12.mp3', null],
    ['/episodes/12/transcript.vtt', null],
  ])('%s', (path, audio) => expect(find(path)).toEqual(audio));

  it.each([
    ['pod.example', true],
    ['CDN.pod.example:443', true],
    ['s3.example.net:9000', true],
    ['sounds.s3.example.net', true],
    ['d111.cloudfront.net', true],
    ['foreign.example', false],
    ['pod.example.evil', false],
    ['', false],
  ])('is of this host if the log names %s: %s', (host, isOurs) => {
    expect(find('/downloads/12.mp3', host, ['D111.cloudfront.net'])).toEqual(
      isOurs ? EPISODE : null,
    );
  });

  it('is below the path of MEDIA_URL', () => {
    const finder = createAudioFinder(readConfig({ SITE_URL, MEDIA_URL: `${SITE_URL}/files/` }));
    expect(finder('/files/downloads/12.mp3', null)).toEqual(EPISODE);
    expect(finder('/downloads/12.mp3', null)).toBe(null);
  });
});
