import { type Check, failed, type Result, runChecks, skipAll } from '../check.ts';
import type { PlayerAddress } from '../discover.ts';
import { collectEmbed } from './collect-embed.ts';
import { collectPlayerJs } from './collect-playerjs.ts';
import { EMBED_CHECKS } from './embed-checks.ts';
import { type OpenedBrowser, openBrowser } from './open-browser.ts';
import { PLAYERJS_CHECKS } from './playerjs-checks.ts';

export interface PlayerResults {
  playerjs: Result[];
  embed: Result[];
}

/** Checks a player in Chromium. Without Playwright or Chromium, all checks are skipped with that reason. */
export async function checkPlayer(
  player: PlayerAddress,
  open: () => Promise<OpenedBrowser> = openBrowser,
): Promise<PlayerResults> {
  const { browser, missing } = await open();
  if (!browser) {
    return {
      playerjs: skipAll(PLAYERJS_CHECKS, missing),
      embed: skipAll(EMBED_CHECKS, missing),
    };
  }
  try {
    return {
      embed: await collectOrFail(EMBED_CHECKS, () => collectEmbed(browser, player)),
      playerjs: await collectOrFail(PLAYERJS_CHECKS, () => collectPlayerJs(browser, player)),
    };
  } finally {
    await browser.close();
  }
}

/** A player that ends its page or blocks it fails its checks. The others still run. */
async function collectOrFail<Facts>(
  checks: readonly Check<Facts>[],
  collect: () => Promise<Facts>,
): Promise<Result[]> {
  try {
    return runChecks(checks, await collect());
  } catch (error) {
    const [line = ''] = String((error as Error).message).split('\n');
    const verdict = failed(`The player could not be tried: ${line}`);
    return runChecks(
      checks.map((check) => ({ ...check, look: () => verdict })),
      undefined,
    );
  }
}
