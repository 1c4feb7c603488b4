import { giveUp } from './report.mjs';

const INDEX_WITHIN_MS = 30 * 60_000;

/** Resolves when the server has indexed all rows that a bench has written into its database. */
export async function waitForIndex(client) {
  const startedAt = performance.now();
  for (;;) {
    const { rows } = await client.query('select count(*)::integer as left from search_changes');
    if (rows[0].left === 0) return;
    if (performance.now() - startedAt > INDEX_WITHIN_MS) giveUp('the indexer did not end.');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
