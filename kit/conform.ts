import { checkPlayer, type PlayerResults } from './browser/check-player.ts';
import { EMBED_CHECKS } from './browser/embed-checks.ts';
import { PLAYERJS_CHECKS } from './browser/playerjs-checks.ts';
import { type Check, type CheckInfo, type Result, runChecks, skipAll } from './check.ts';
import { discover, type Found, type GivenAddresses, type Host } from './discover.ts';
import { FEED_FILE_CHECKS } from './feed/file-checks.ts';
import { FEED_HTTP_CHECKS } from './feed/http-checks.ts';
import { PODCASTING_CHECKS } from './feed/podcasting-checks.ts';
import { PSP_CHECKS } from './feed/psp-checks.ts';
import { createHttp } from './http.ts';
import { OEMBED_CHECKS } from './oembed/oembed-checks.ts';
import { collectRanges } from './ranges/collect-ranges.ts';
import { RANGE_CHECKS } from './ranges/range-checks.ts';

export const FEED_CHECKS = [
  ...FEED_HTTP_CHECKS,
  ...PSP_CHECKS,
  ...PODCASTING_CHECKS,
  ...FEED_FILE_CHECKS,
];

export const ALL_CHECKS: readonly CheckInfo[] = [
  ...RANGE_CHECKS,
  ...FEED_CHECKS,
  ...OEMBED_CHECKS,
  ...PLAYERJS_CHECKS,
  ...EMBED_CHECKS,
];

export interface Area {
  id: 'ranges' | 'feed' | 'oembed' | 'playerjs' | 'embed';
  name: string;
  /** The checked address, or empty. */
  url: string;
  results: readonly Result[];
}

export interface Report {
  url: string;
  kind: Host['kind'];
  areas: readonly Area[];
}

export interface ConformOptions {
  given?: GivenAddresses;
  timeoutMs?: number;
  /** False leaves out the checks in a browser. */
  hasBrowser?: boolean;
  /** Called with the name of each step, for people who wait. */
  onStep?(step: string): void;
}

export const TIMEOUT_MS = 15_000;

/**
 * Checks the host of an address.
 * @throws UnreachableError if the address has no answer
 */
export async function conform(url: string, options: ConformOptions = {}): Promise<Report> {
  const { given = {}, timeoutMs = TIMEOUT_MS, hasBrowser = true, onStep = () => {} } = options;
  const http = createHttp({ timeoutMs });
  try {
    onStep('Looking at the address');
    const host = await discover(http, url, given);
    onStep('Requesting pieces of the audio');
    const audio = host.audio.part;
    const ranges = audio ? { ...host.audio, part: await collectRanges(http, audio) } : host.audio;
    onStep('Trying the player in a browser');
    const player = await tryPlayer(host.player, hasBrowser);
    const playerUrl = host.player.part?.url ?? '';
    return {
      url,
      kind: host.kind,
      areas: [
        toArea('ranges', 'Audio', audio, RANGE_CHECKS, ranges as never),
        toArea('feed', 'Feed', host.feed.part?.url, FEED_CHECKS, host.feed),
        toArea('oembed', 'oEmbed', host.oembed.part?.link, OEMBED_CHECKS, host.oembed),
        { id: 'playerjs', name: 'Player.js', url: playerUrl, results: player.playerjs },
        { id: 'embed', name: 'Embedded player', url: playerUrl, results: player.embed },
      ],
    };
  } finally {
    http.close();
  }
}

function tryPlayer({ part, missing }: Host['player'], hasBrowser: boolean): Promise<PlayerResults> {
  if (part && hasBrowser) return checkPlayer(part);
  const reason = part ? 'The checks in a browser are switched off.' : missing;
  return Promise.resolve({
    playerjs: skipAll(PLAYERJS_CHECKS, reason),
    embed: skipAll(EMBED_CHECKS, reason),
  });
}

function toArea<Facts>(
  id: Area['id'],
  name: string,
  url: string | null | undefined,
  checks: readonly Check<Facts>[],
  facts: Found<Facts>,
): Area {
  const results = facts.part ? runChecks(checks, facts.part) : skipAll(checks, facts.missing);
  return { id, name, url: url ?? '', results };
}

export const resultsOf = ({ areas }: Report): Result[] => areas.flatMap(({ results }) => results);

/** Whether every `must` holds. */
export const isConformant = (report: Report): boolean =>
  !resultsOf(report).some(({ level, status }) => level === 'must' && status === 'failed');
