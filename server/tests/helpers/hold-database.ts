import { sql } from 'kysely';
import { openDatabase } from '../../src/platform/database/database.ts';

// Opens the embedded database in the named folder. Answers each message with the port that a query reached,
// or with the reason of its failure, until it is killed or disconnected.
const { database, close } = await openDatabase({
  databaseUrl: null,
  dataDir: process.argv[2] ?? '',
  report() {},
});

async function ask(): Promise<string> {
  try {
    const { rows } = await sql<{ port: number }>`select inet_server_port() as port`.execute(
      database,
    );
    return String(rows[0]?.port);
  } catch (error) {
    return String(error);
  }
}

process.on('message', async () => process.send?.(await ask()));
process.on('disconnect', () => close().then(() => process.exit(0)));
process.send?.(await ask());
