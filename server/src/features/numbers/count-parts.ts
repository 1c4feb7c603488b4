import type { Parts } from '../../platform/database/numbers-tables.ts';
import { OTHER, readAgent } from './agents.ts';
import type { Download } from './count-downloads.ts';
import type { Window } from './method.ts';

/** A day keeps this many values of a property, those with the most downloads. The rest is `other`. */
export const MAX_VALUES = 100;

/** The properties of downloads, read from the request that opened the window. An empty value is unknown. */
const PROPERTIES = {
  app: ({ agent }: Download['first']) => readAgent(agent).app,
  device: ({ agent }: Download['first']) => readAgent(agent).device,
  country: ({ country }: Download['first']) => country,
  /** The host's own players have a place instead. */
  referrer: ({ referrerHost, placement }: Download['first']) => (placement ? '' : referrerHost),
  place: ({ placement }: Download['first']) => placement,
} as const;

/** Downloads that are added up. */
export interface Sum {
  downloads: number;
  listeners: number;
  parts: Parts;
}

interface Figure {
  id: number;
  counted_by: Window;
}

/** The figures of a time. `id` is that of the episode or the show. */
export interface Figures {
  hours: (Figure & { hour: Date; downloads: number })[];
  episodeDays: (Figure & { day: string } & Omit<Sum, 'listeners'>)[];
  showDays: (Figure & { day: string } & Sum)[];
}

/** Adds up downloads of one day. A listener is a person with one program. */
export function createAdder() {
  const people = new Set<string>();
  const counts = new Map<string, Map<string, number>>();
  let downloads = 0;
  return {
    add({ first }: Download) {
      downloads += 1;
      people.add(`${first.who} ${first.agent}`);
      for (const [name, read] of Object.entries(PROPERTIES)) {
        const values = counts.get(name) ?? new Map<string, number>();
        counts.set(name, values);
        const value = read(first);
        values.set(value, (values.get(value) ?? 0) + 1);
      }
    },
    sum: (): Sum => ({
      downloads,
      listeners: people.size,
      parts: Object.fromEntries([...counts].map(([name, values]) => [name, mostOf(values)])),
    }),
  };
}

function mostOf(values: Map<string, number>): Record<string, number> {
  const sorted = [...values].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const kept = Object.fromEntries(sorted.slice(0, MAX_VALUES));
  const rest = sorted.slice(MAX_VALUES).reduce((sum, [, count]) => sum + count, 0);
  if (rest > 0) kept[OTHER] = (kept[OTHER] ?? 0) + rest;
  return kept;
}
