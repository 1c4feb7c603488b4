import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { expect } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { ReadDeps } from '../../src/feature.ts';
import { openOneConnection } from '../../src/platform/database/one-connection.ts';
import type { Schema } from '../../src/platform/database/tables.ts';
import type { TestDatabase } from './test-database.ts';

export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

export interface PlanReader {
  /** Every node of the plans of the queries that `read` sends. */
  of(read: (deps: ReadDeps) => Promise<unknown>): Promise<PlanNode[]>;
  /** The queries of the last reading, as one text. */
  asked(): string;
  /** Drops the queries of the reading so far. */
  forget(): void;
  close(): Promise<void>;
}

/** Reads how PostgreSQL runs the queries of read functions. */
export function openPlanReader({ url, database }: TestDatabase): PlanReader {
  let queries: CompiledQuery[] = [];
  const observed = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: openOneConnection(url).pool }),
    log: ({ query }) => {
      queries.push(query);
    },
  });

  async function planOf({ sql, parameters }: CompiledQuery): Promise<PlanNode[]> {
    const explain = CompiledQuery.raw(`explain (analyze, format json) ${sql}`, [...parameters]);
    const { rows } = await database.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explain);
    return rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan));
  }

  return {
    async of(read) {
      queries = [];
      await read({ database: observed, config: readConfig({}) });
      expect(queries.length).toBeGreaterThan(0);
      return (await Promise.all(queries.map(planOf))).flat();
    },
    asked: () => queries.map(({ sql }) => sql).join(),
    forget() {
      queries = [];
    },
    close: () => observed.destroy(),
  };
}

export const nodesOf = (node: PlanNode): PlanNode[] => [
  node,
  ...(node.Plans ?? []).flatMap(nodesOf),
];

/** The rows that a part of a plan has read, those that it did not use included. */
export const rowsReadBy = (node: PlanNode): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];

/** The tables with a sequential scan. */
export const scannedIn = (nodes: readonly PlanNode[]) =>
  nodes
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name'] ?? '');
