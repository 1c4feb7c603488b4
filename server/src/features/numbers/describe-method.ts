import type { MethodDescription } from 'earshot/contract';
import type { Config } from '../../config.ts';
import { ISBOT } from './agents.ts';
import { MAX_VALUES } from './count-parts.ts';
import { HOSTING_NETWORKS } from './hosting-networks.ts';
import { MAX_EPISODES, MAX_PARTS, METHOD } from './method.ts';
import { listEntries, OPEN_LIST_SOURCES } from './open-list/open-list.ts';
import { OWN_PROGRAMS } from './own-programs.ts';

/** The constants with which this host counts, from the code that counts. */
export const describeMethod = (config: Config): MethodDescription => ({
  ...METHOD,
  window: config.numbersWindow,
  raw_days: config.numbersRawDays,
  max_parts: MAX_PARTS,
  max_episodes: MAX_EPISODES,
  max_values: MAX_VALUES,
  program_lists: [...OPEN_LIST_SOURCES, ISBOT],
  own_programs: OWN_PROGRAMS.map(({ name }) => name),
  devices: listEntries('devices').map(({ name }) => name),
  hosting_companies: config.networkFile ? [...new Set(HOSTING_NETWORKS.values())] : [],
});
