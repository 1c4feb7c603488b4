import { AppError, type EpisodeListening, type ListeningPlace } from 'earshot/contract';
import type { Static } from 'typebox';
import type { FeatureDeps } from '../../feature.ts';
import type { Viewer } from '../../platform/http/actor.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { nowOf } from './days.ts';
import * as repository from './listening-repository.ts';
import { type AskedDays, readDays } from './numbers.ts';
import type { ListeningBody } from './schema.ts';

const BUCKETS = 200;
const QUARTILES = 4;

/** Whole seconds of an episode: `to` is the first one after the part. */
export interface HeardPart {
  from: number;
  to: number;
}

/** A checked report of a player. */
export interface Report {
  episodeId: number;
  at: Date;
  /** The length of the audio. */
  seconds: number;
  place: ListeningPlace;
  /** The host of the page around an embed. Empty if unknown. */
  host: string;
  isStart: boolean;
  /** From 1 to 4. */
  quartiles: readonly number[];
  heard: readonly HeardPart[];
}

/**
 * Checks a report. Null if the episode has no known end.
 * @throws AppError EPISODE_UNAVAILABLE, or Refusal if parts overlap or are not in order
 */
export async function readReport(
  deps: Pick<FeatureDeps, 'database' | 'numbersClock'>,
  { episodeId, viewer }: { episodeId: number; viewer: Viewer },
  sent: Static<typeof ListeningBody>,
): Promise<Report | null> {
  const { key = null, place, host = '', start = false } = sent;
  const heard = readParts(sent.heard ?? []);
  const duration = await repository.findDuration(deps.database, { episodeId, viewer, key });
  if (duration === null) throw new AppError('EPISODE_UNAVAILABLE');
  const seconds = Math.round(duration);
  if (seconds === 0) return null;
  return {
    episodeId,
    at: nowOf(deps),
    seconds,
    place,
    host: place === 'embed' ? host.toLowerCase() : '',
    isStart: start,
    quartiles: [...new Set(sent.quartiles)],
    heard,
  };
}

function readParts(texts: readonly string[]): HeardPart[] {
  let end = 0;
  return texts.map((text) => {
    const [from = 0, to = 0] = text.split('-').map(Number);
    if (from < end || to <= from)
      throw invalid('heard', 'must be parts in order, such as 0-12,40-55');
    end = to;
    return { from, to };
  });
}

/** The sums of reports by day and episode, in the order of their keys. Seconds after the end of an episode are left out. */
export function sumReports(reports: readonly Report[]): repository.Sums {
  const days = new Map<string, repository.ListeningDay>();
  const starts = new Map<string, repository.ListeningStart>();
  for (const { episodeId: episode_id, at, seconds, place, host, ...report } of reports) {
    const day = at.toISOString().slice(0, 10);
    const dayKey = [String(episode_id).padStart(10), day, seconds].join(' ');
    const sum = days.get(dayKey) ?? {
      ...{ episode_id, day, seconds },
      quartiles: Array(QUARTILES).fill(0),
      heard: Array(Math.min(BUCKETS, seconds)).fill(0),
    };
    days.set(dayKey, sum);
    for (const quartile of report.quartiles)
      sum.quartiles[quartile - 1] = (sum.quartiles[quartile - 1] ?? 0) + 1;
    addHeard(sum.heard, report.heard, seconds);
    if (!report.isStart) continue;
    const startKey = [String(episode_id).padStart(10), day, place, host].join(' ');
    const start = starts.get(startKey) ?? { episode_id, day, place, host, starts: 0 };
    starts.set(startKey, { ...start, starts: start.starts + 1 });
  }
  return { days: inOrder(days), starts: inOrder(starts) };
}

const inOrder = <Row>(rows: Map<string, Row>): Row[] =>
  [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);

/** Adds to the seconds of each bucket. A second belongs to the bucket in which it begins. */
function addHeard(buckets: number[], parts: readonly HeardPart[], seconds: number): void {
  const edge = (bucket: number) => Math.ceil((bucket * seconds) / buckets.length);
  for (const { from, to } of parts) {
    for (const [bucket, sum] of buckets.entries()) {
      const both = Math.min(to, edge(bucket + 1)) - Math.max(from, edge(bucket));
      if (both > 0) buckets[bucket] = sum + both;
    }
  }
}

/**
 * How much of an episode was heard on these days. The curve is that of its audio as it is now.
 * @throws Refusal if `to` is before `from`, or more than a year after it
 */
export async function getListening(
  deps: Pick<FeatureDeps, 'database' | 'config' | 'numbersClock'>,
  episodeId: number,
  asked: AskedDays,
): Promise<EpisodeListening> {
  const { database, config } = deps;
  const period = readDays(asked, nowOf(deps));
  const duration = Math.round((await repository.findDuration(database, { episodeId })) ?? 0);
  const days = await repository.listDays(database, episodeId, period);
  const places = await repository.sumStarts(database, episodeId, period);
  const none = Array<number>(Math.min(BUCKETS, duration)).fill(0);
  const noQuartiles = Array<number>(QUARTILES).fill(0);
  return {
    enabled: config.numbersListening === 'on',
    ...period,
    starts: places.reduce((sum, { starts }) => sum + starts, 0),
    quartiles: days.reduce((sums, { quartiles }) => addAll(sums, quartiles), noQuartiles),
    heard_seconds: days.flatMap(({ heard }) => heard).reduce((sum, seconds) => sum + seconds, 0),
    duration,
    curve: days
      .filter(({ seconds }) => seconds === duration)
      .reduce((sums, { heard }) => addAll(sums, heard), none),
    places: places.slice(0, MAX_PLACES),
  };
}

const MAX_PLACES = 100;

const addAll = (sums: readonly number[], more: readonly number[]): number[] =>
  sums.map((sum, at) => sum + (more[at] ?? 0));
