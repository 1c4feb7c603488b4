import { text } from 'node:stream/consumers';
import { exportLog } from '../../../src/features/numbers/export-log.ts';
import { createPostgresLog } from '../../../src/features/numbers/postgres-log.ts';
import { describeLogStore } from '../../helpers/log-store-facts.ts';

describeLogStore('the log in PostgreSQL', ({ database, connect }) => ({
  log: createPostgresLog(database),
  async exportCsv(period) {
    const client = await connect();
    try {
      return await text(exportLog(client, period));
    } finally {
      await client.end();
    }
  },
}));
