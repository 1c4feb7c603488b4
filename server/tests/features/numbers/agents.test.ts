import fc from 'fast-check';
import { isbot } from 'isbot';
import { describe, expect, it } from 'vitest';
import { dependencies } from '../../../package.json';
import { ISBOT, readAgent } from '../../../src/features/numbers/agents.ts';
import { LONGEST_NAME, sentName, shortName } from '../../../src/features/numbers/short-names.ts';
import EXAMPLES from './open-list-examples.json';

const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const CHROME =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const kindOf = (agent: string) => readAgent(agent).kind;
const APP_WITH_HTTP = 'MyPods/2.0 (Linux; Android 13; SM-A528B) okhttp/4.12.0';

describe('a program', () => {
  it.each([
    ['Podcasts/1825.1.1 CFNetwork/1568.200.51 Darwin/24.1.0', 'Apple Podcasts', 'Apple iPhone'],
    ['Spotify/8.9.90 Android/34 (SM-G991B)', 'Spotify', 'Android Phone'],
    ['AntennaPod/3.5.0', 'AntennaPod', 'Android Phone'],
    ['Pocket Casts', 'Pocket Casts', 'Other Mobile Device'],
    ['Overcast/3.0 (+http://overcast.fm/; iOS podcast app)', 'Overcast', 'Apple iPhone'],
    ['gPodder/3.11.1 (http://gpodder.org/) Linux', 'gPodder', 'Other Computer'],
    ['newsboat/2.32.0 (Linux x86_64)', 'Newsboat', 'Other Computer'],
    ['VLC/3.0.18 LibVLC/3.0.18', 'VLC media player', 'Other Computer'],
    ['Linux UPnP/1.0 Sonos/80.1-55014 (ZPS17)', 'Sonos', 'Other Smart Speaker'],
    [
      'AppleCoreMedia/1.0.0.22B83 (iPhone; U; CPU OS 18_1 like Mac OS X; en_us)',
      'AppleCoreMedia',
      'Apple iPhone',
    ],
    [`${CHROME} EdgA/140.0`, 'Edge', 'Android Phone'],
    [CHROME, 'Chrome', 'Android Phone'],
    [SAFARI, 'Safari', 'Apple iPhone'],
    // No list knows these. Podcast apps name themselves so.
    ['MyPods/2.0', 'other', 'other'],
    ['MyPods/2.0 (+https://mypods.example.com/; iOS)', 'other', 'Apple iPhone'],
    ['Mozilla/5.0 (Linux; Android 9; CUBOT X19) AppleWebKit/537.36', 'other', 'Android Phone'],
    ['', 'other', 'other'],
  ])('is a listener: %s', (agent, app, device) => {
    expect(readAgent(agent)).toEqual({ app, device, kind: 'listener' });
  });

  it.each([
    [
      'on the list of bots',
      'Mozilla/5.0 (compatible; AhrefsBot/7.0; http://ahrefs.com/robot/)',
      'AhrefsBot',
    ],
    ['a script', 'curl/8.5.0', 'curl'],
    ['a script', 'python-requests/2.32.0', 'python-requests'],
    ['a library of scripts', 'Go-http-client/2.0', 'Go Http Client'],
    ['a library of scripts with a name before it', APP_WITH_HTTP, 'okhttp'],
    ['a browser without a window', `${CHROME} HeadlessChrome/140.0`, 'Puppeteer'],
    ['a browser that says so', `${CHROME} (compatible; Lookbot/1.0)`, 'Lookbot'],
    ['a browser with an address', `${SAFARI} (+https://look.example/)`, 'other'],
    ['unknown with a word of bots', 'Exabot/3.0 (+https://exa.example/)', 'Exabot'],
    ['unknown with a word of bots', 'NiceCrawler 1.2', 'NiceCrawler'],
    ['a CDN', 'Amazon CloudFront', 'Amazon CloudFront'],
  ])('is a bot: %s, %s', (_, agent, app) => {
    expect(readAgent(agent)).toEqual({ app, device: 'other', kind: 'bot' });
  });

  it('is neither if it is the copy for a watch', () => {
    const copy = readAgent('atc/1.0 watchOS/11 model/Watch6,1');
    expect(copy).toEqual({ app: 'Apple Podcasts (Watch)', device: 'other', kind: 'copy' });
  });

  it('stays an app if the list knows it, also if isbot takes it for a bot', () => {
    const apps = Object.values(EXAMPLES.apps).flat();
    expect(apps.filter((agent) => kindOf(agent) !== 'listener')).toEqual([]);
    expect(apps.filter((agent) => isbot(agent)).length).toBeGreaterThan(25);
  });

  it('is a bot in every example of the list of bots, apart from watches', () => {
    const { 'Apple Podcasts (Watch)': copies, ...bots } = EXAMPLES.bots;
    expect(
      Object.values(bots)
        .flat()
        .filter((agent) => kindOf(agent) !== 'bot'),
    ).toEqual([]);
    expect(copies.filter((agent) => kindOf(agent) !== 'copy')).toEqual([]);
  });

  it('has one result, also after many others', () => {
    const before = readAgent(CHROME);
    for (let other = 0; other < 25_000; other++) readAgent(`~${other}~other~listener~0`);
    expect(readAgent(CHROME)).toEqual(before);
  });
});

describe('the package isbot', () => {
  it('is described with its version', () => {
    expect(ISBOT.version).toBe(dependencies.isbot);
  });
});

describe('a short name', () => {
  it('has the app, the device and the kind of the name that it replaces, and differs from all others', () => {
    const facts = { app: 'Apple Podcasts', device: 'Apple Watch', kind: 'copy' } as const;
    const names = [
      shortName(facts),
      shortName(facts),
      shortName({ ...facts, kind: 'listener' }),
      shortName({ ...facts, kind: 'bot' }),
    ];
    expect(new Set(names).size).toBe(4);
    expect(names.map(readAgent)).toEqual([
      { app: 'Apple Podcasts', device: 'Apple Watch', kind: 'copy' },
      { app: 'Apple Podcasts', device: 'Apple Watch', kind: 'copy' },
      { app: 'Apple Podcasts', device: 'Apple Watch', kind: 'listener' },
      { app: 'Apple Podcasts', device: 'Apple Watch', kind: 'bot' },
    ]);
  });

  it('says the same as the name that it replaces, whatever a program calls itself', () => {
    const words = fc.constantFrom(
      'AntennaPod/',
      'bot',
      '~',
      'iPhone',
      'okhttp',
      'Mozilla/5.0',
      ' ',
      '(',
      '\n',
    );
    const agents = fc
      .array(fc.oneof(words, fc.string({ unit: 'binary' })), { maxLength: 8 })
      .map((parts) => sentName(parts.join('')));
    fc.assert(
      fc.property(agents, (agent) => {
        expect(readAgent(shortName(readAgent(agent)))).toEqual(readAgent(agent));
      }),
    );
  });

  it('of a former version of the method keeps its facts', () => {
    expect(readAgent('~curl~Linux~listener~0f6c2b91d4a8e375')).toEqual({
      ...{ app: 'curl', device: 'Linux', kind: 'listener' },
    });
  });

  it('is never sent by a program', () => {
    expect(sentName('~~Overcast~iPhone~copy~0')).toBe('Overcast~iPhone~copy~0');
    expect(sentName('x'.repeat(LONGEST_NAME + 1))).toHaveLength(LONGEST_NAME);
  });
});
