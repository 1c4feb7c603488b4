import { openEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.ts';

// Opens the database in the folder that is named, says its port, and waits to be killed.
const { connectionString } = await openEmbeddedPostgres(process.argv[2] ?? '');
process.stdout.write(`${new URL(connectionString()).port}\n`);
setInterval(() => {}, 1_000);
