import { text } from 'node:stream/consumers';
import { exportCsv } from '../../../src/features/numbers/export-csv.ts';
import { EXPORT_TABLES } from '../../../src/features/numbers/export-tables.ts';
import { createPostgresLog } from '../../../src/features/numbers/open-log.ts';
import { describeLogStore } from '../../helpers/log-store-facts.ts';

describeLogStore('the log in PostgreSQL', ({ database, connect }) => ({
  log: createPostgresLog(database),
  async exportCsv(period) {
    const client = await connect();
    try {
      return await text(exportCsv(client, EXPORT_TABLES.requests, period));
    } finally {
      await client.end();
    }
  },
}));
