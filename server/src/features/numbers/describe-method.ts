import type { MethodDescription } from 'earshot/contract';
import type { Config } from '../../config.ts';
import { AGENT_NAMES } from './agents.ts';
import { MAX_VALUES } from './count-parts.ts';
import { HOSTING_NETWORKS } from './hosting-networks.ts';
import { BOT_WORDS, MAX_EPISODES, MAX_PARTS, METHOD } from './method.ts';

/** The constants with which this host counts, from the code that counts. */
export const describeMethod = (config: Config): MethodDescription => ({
  ...METHOD,
  window: config.numbersWindow,
  raw_days: config.numbersRawDays,
  max_parts: MAX_PARTS,
  max_episodes: MAX_EPISODES,
  max_values: MAX_VALUES,
  bot_words: [...BOT_WORDS],
  hosting_companies: config.networkFile ? [...new Set(HOSTING_NETWORKS.values())] : [],
  ...AGENT_NAMES,
});
