import { isbotMatch, isbotPatterns, list } from 'isbot';
import { findEntry } from './open-list/open-list.ts';
import { OWN_PROGRAMS } from './own-programs.ts';
import { type ProgramFacts, readShortName } from './short-names.ts';

/** The value of a program or a device that no list knows. */
export const OTHER = 'other';

/** The entry of the open list for the copies that a watch fetches besides its phone (Guidelines 5.5.2, step 1.2, 7). */
const WATCH_COPY = 'Apple Podcasts (Watch)';

/** The package that knows bots by the words in their names. The version is that of `server/package.json`. */
export const ISBOT = {
  name: 'isbot',
  version: '5.2.3',
  source: 'https://github.com/omrilotan/isbot',
  taken: '2026-11-28',
  entries: list.length,
} as const;

/**
 * Names as apps write them: name, version, address. `isbot` takes each for a bot, because on the web only browsers are
 * people. So the patterns that match these decide about browsers only.
 */
const LIKE_AN_APP = [
  'Pod',
  'Pod/1',
  'Pod 1.2',
  'Pod/1.2 (Pod)',
  'Pod/1.2 (+https://pod.example.com/)',
];

const forBrowsers = new Set(LIKE_AN_APP.flatMap(isbotPatterns));
const BOT_WORD = new RegExp(list.filter((pattern) => !forBrowsers.has(pattern)).join('|'), 'i');

/** The most different names with facts in memory. A count meets most names many times. */
const KEPT_NAMES = 20_000;
const known = new Map<string, ProgramFacts>();

/** All that a count reads from the name of a program. The same name always gives the same facts. */
export function readAgent(agent: string): ProgramFacts {
  const found = known.get(agent);
  if (found) return found;
  if (known.size >= KEPT_NAMES) known.clear();
  const facts = readShortName(agent) ?? classify(agent.replaceAll(/[\r\n]/g, ''));
  known.set(agent, facts);
  return facts;
}

/** The open list comes first, in the order that it prescribes. `isbot` decides about browsers and unknown programs. */
function classify(agent: string): ProgramFacts {
  const bot = findEntry('bots', agent);
  if (bot) return notListening(bot.name, bot.name === WATCH_COPY ? 'copy' : 'bot');
  const app = findEntry('apps', agent);
  if (app) return listening(app.name, agent);
  const own = OWN_PROGRAMS.find(({ pattern }) => pattern.test(agent));
  if (own) return own.kind === 'bot' ? notListening(own.name) : listening(own.name, agent);
  const library = findEntry('libraries', agent);
  if (library?.category === 'bot') return notListening(library.name);
  if (library) return listening(library.name, agent);
  const browser = findEntry('browsers', agent);
  const word = botWordIn(agent, browser !== undefined || agent.startsWith('Mozilla/'));
  return word === null ? listening(browser?.name ?? OTHER, agent) : notListening(word);
}

const listening = (app: string, agent: string): ProgramFacts => ({
  app,
  device: findEntry('devices', agent)?.name ?? OTHER,
  kind: 'listener',
});

const notListening = (app: string, kind: 'bot' | 'copy' = 'bot'): ProgramFacts => ({
  app,
  device: OTHER,
  kind,
});

/**
 * The word by which a program calls itself a bot: `Exabot` for `Exabot/3.0 (…)`, or `other` if it is no word. Null for all
 * other programs.
 */
function botWordIn(agent: string, isBrowser: boolean): string | null {
  const match = isBrowser ? isbotMatch(agent) : BOT_WORD.exec(agent)?.[0];
  if (!match) return null;
  const words = agent.split(/[\s/;,:()~]+/);
  return words.find((word) => /^[\w-]+$/.test(word) && word.includes(match.trim())) ?? OTHER;
}
