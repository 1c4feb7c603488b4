import apps from './apps.runtime.json';
import bots from './bots.runtime.json';
import browsers from './browsers.runtime.json';
import devices from './devices.runtime.json';
import libraries from './libraries.runtime.json';
import source from './source.json';

/** A line of a list: programs whose names match are this one. */
export interface Entry {
  name: string;
  /** A regular expression. */
  pattern: string;
  /** `bot` for a library that scripts use. The kind of a device. */
  category?: string;
}

type Kind = keyof typeof source.commits;

const LISTS: Readonly<Record<Kind, { entries: readonly Entry[] }>> = {
  bots,
  apps,
  libraries,
  browsers,
  devices,
};

const KINDS = Object.keys(source.commits) as Kind[];

/** Where the parts of the list come from. */
export const OPEN_LIST_SOURCES = KINDS.map((kind) => ({
  name: `user-agents-v2 (OPAWG), ${kind}`,
  version: source.commits[kind].slice(0, 12),
  source: `${source.repository}/blob/${source.commits[kind]}/build/${kind}.runtime.json`,
  taken: source.taken,
  entries: LISTS[kind].entries.length,
}));

/** All entries of a part, in order. */
export const listEntries = (kind: Kind): readonly Entry[] => LISTS[kind].entries;

/**
 * `.*` at the beginning changes nothing, because a pattern may match anywhere, but costs the square of the length of a
 * name. `.+` at the beginning needs only one character.
 */
const compile = ({ pattern }: Entry): RegExp =>
  new RegExp(pattern.replace(/^\.\*/, '').replace(/^\.\+/, '.'));

const MATCHERS = new Map(
  KINDS.map((kind) => [
    kind,
    LISTS[kind].entries.map((entry) => ({ entry, regexp: compile(entry) })),
  ]),
);

/** The first entry that matches. */
export const findEntry = (kind: Kind, agent: string): Entry | undefined =>
  MATCHERS.get(kind)?.find(({ regexp }) => regexp.test(agent))?.entry;
