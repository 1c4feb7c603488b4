import { describe, expect, it } from 'vitest';
import { appOf, deviceOf } from '../../../src/features/numbers/agents.ts';
import { isListener } from '../../../src/features/numbers/method.ts';
import { sentName, shortName } from '../../../src/features/numbers/short-names.ts';

const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const CHROME =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

describe('appOf and deviceOf', () => {
  it.each([
    [
      'AppleCoreMedia/1.0.0.22B83 (iPhone; U; CPU OS 18_1 like Mac OS X; en_us)',
      'Apple (AppleCoreMedia)',
      'iPhone',
    ],
    ['Podcasts/1825.1.1 CFNetwork/1568.200.51 Darwin/24.1.0', 'Apple Podcasts', 'other'],
    ['Balados/1485.4 CFNetwork/1220.1 Darwin/20.3.0', 'Apple Podcasts', 'other'],
    ['Spotify/8.9.90 Android/34 (SM-G991B)', 'Spotify', 'Android'],
    ['AntennaPod/3.5.0', 'AntennaPod', 'other'],
    ['Pocket Casts', 'Pocket Casts', 'other'],
    ['Overcast/3.0 (+http://overcast.fm/; iOS podcast app)', 'Overcast', 'iPhone'],
    ['gPodder/3.11.1 (http://gpodder.org/) Linux', 'gPodder', 'Linux'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Gecko/20100101 Firefox/140.0',
      'Firefox',
      'Mac',
    ],
    [`${CHROME} EdgA/140.0`, 'Edge', 'Android'],
    [CHROME, 'Chrome', 'Android'],
    [SAFARI, 'Safari', 'iPhone'],
    ['Linux UPnP/1.0 Sonos/80.1-55014 (ZPS17)', 'Sonos', 'Smart speaker'],
    ['', 'other', 'other'],
  ])('reads %s', (agent, app, device) => {
    expect([appOf(agent), deviceOf(agent)]).toEqual([app, device]);
  });
});

describe('a short name', () => {
  it('has the app, the device and the kind of the name that it replaces, and differs from all others', () => {
    const facts = { app: 'Apple Podcasts', device: 'Apple Watch', kind: 'copy' } as const;
    const names = [shortName(facts), shortName(facts), shortName({ ...facts, kind: 'listener' })];
    expect(new Set(names).size).toBe(3);
    expect(names.map((name) => [appOf(name), deviceOf(name), isListener(name)])).toEqual([
      ['Apple Podcasts', 'Apple Watch', false],
      ['Apple Podcasts', 'Apple Watch', false],
      ['Apple Podcasts', 'Apple Watch', true],
    ]);
  });

  it('is never sent by a program', () => {
    expect(sentName('~~Overcast~iPhone~copy~0')).toBe('Overcast~iPhone~copy~0');
    expect(sentName('x'.repeat(501))).toHaveLength(500);
  });
});
