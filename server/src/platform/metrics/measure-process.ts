import { sql } from 'kysely';
import type { AnswerCache } from '../cache/answer-cache.ts';
import type { Database } from '../database/database.ts';
import type { PoolCounts } from '../database/pool.ts';
import type { PublicReads } from '../database/public-reads.ts';
import type { Metrics } from './metrics.ts';

export interface ProcessParts {
  database: Database;
  poolCounts(): PoolCounts;
  /** Left out or null without a replica. */
  publicReads?: PublicReads | null;
  answers: Pick<AnswerCache, 'hits' | 'misses' | 'bytes' | 'size'>;
}

/** Measures what every process has: connections to the database, stored answers, and the jobs of the host. */
export function measureProcess(
  metrics: Metrics,
  { database, poolCounts, publicReads, answers }: ProcessParts,
): void {
  metrics.gauges({
    name: 'earshot_database_connections',
    help: 'Connections to the database: in use, or idle.',
    labels: ['state'],
    async read() {
      const { total, idle } = poolCounts();
      return [
        { labels: { state: 'busy' }, value: total - idle },
        { labels: { state: 'idle' }, value: idle },
      ];
    },
  });
  metrics.gauge({
    name: 'earshot_database_waiting',
    help: 'Queries that wait for a connection to the database.',
    read: () => poolCounts().waiting,
  });
  if (publicReads) measureReplica(metrics, publicReads);
  metrics.total({
    name: 'earshot_answer_cache_hits_total',
    help: 'Answers that were stored already.',
    read: () => answers.hits,
  });
  metrics.total({
    name: 'earshot_answer_cache_misses_total',
    help: 'Answers that had to be made.',
    read: () => answers.misses,
  });
  metrics.gauge({
    name: 'earshot_answer_cache_bytes',
    help: 'Size of the stored answers.',
    read: () => answers.bytes,
  });
  metrics.gauges({
    name: 'earshot_jobs',
    help: 'Jobs of the whole host, the same in every process: due, planned for later, running, or given up.',
    labels: ['task', 'state'],
    read: () => countJobs(database),
  });
}

function measureReplica(metrics: Metrics, publicReads: PublicReads): void {
  const { counts } = publicReads;
  metrics.total({
    name: 'earshot_replica_answers_total',
    help: 'Public answers that the replica alone has made.',
    read: () => counts.byReplica,
  });
  metrics.total({
    name: 'earshot_replica_passed_answers_total',
    help: 'Public answers for which the primary was asked, although there is a replica.',
    read: () => counts.byPrimary,
  });
  metrics.total({
    name: 'earshot_replica_failed_queries_total',
    help: 'Queries that failed on the replica, and were asked again on the primary.',
    read: () => counts.failed,
  });
  metrics.gauge({
    name: 'earshot_replica_lag_seconds',
    help: 'How long the replica took to show what the primary had.',
    read: () => publicReads.lagMs / 1_000,
  });
  metrics.gauge({
    name: 'earshot_replica_lost',
    help: '1 while the replica does not answer or is too far behind, so that the primary makes all answers.',
    read: () => Number(publicReads.isLost),
  });
}

interface JobCounts {
  task: string;
  due: number;
  planned: number;
  running: number;
  failed: number;
}

async function countJobs(database: Database) {
  const { rows } = await sql<JobCounts>`
    select task_identifier as task,
      (count(*) filter (where locked_at is not null))::int as running,
      (count(*) filter (where locked_at is null and attempts >= max_attempts))::int as failed,
      (count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now()))::int as due,
      (count(*) filter (where locked_at is null and attempts < max_attempts and run_at > now()))::int as planned
    from graphile_worker.jobs group by task_identifier`.execute(database);
  const states = ['due', 'planned', 'running', 'failed'] as const;
  return rows.flatMap(({ task, ...counts }) =>
    states.map((state) => ({ labels: { task, state }, value: counts[state] })),
  );
}
