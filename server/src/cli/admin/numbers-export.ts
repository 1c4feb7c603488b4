import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportClickHouseLog } from '../../features/numbers/clickhouse/export-rows.ts';
import { exportLog } from '../../features/numbers/export-log.ts';
import { type CommandContext, defineCommand, noPositionals, UsageError } from './command.ts';
import { PERIOD_HELP, PERIOD_OPTIONS, readPeriod } from './read-period.ts';

export const command = defineCommand({
  summary: 'Writes the log of requests for audio as CSV to the standard output.',
  usage: '--from D --to D',
  help: `${PERIOD_HELP}

  A row has everything that a count needs. Addresses of listeners are hashed, and the salts are not written.`,
  options: PERIOD_OPTIONS,
  async run({ values, positionals }, context) {
    noPositionals(positionals);
    if (context.isJson) throw new UsageError('The log is CSV: it has no --json.');
    const period = readPeriod(values);
    const { numbersUrl } = context.config;
    const { connect, database } = await context.database();
    if (numbersUrl !== null) {
      await send(exportClickHouseLog(numbersUrl, database, period), context);
      return 0;
    }
    const client = await connect();
    try {
      await send(exportLog(client, period), context);
    } finally {
      client.cut(); // a running copy cannot be ended otherwise
    }
    return 0;
  },
});

const send = (rows: Readable, { io, signal }: CommandContext) =>
  pipeline(rows, io.output, { end: false, signal });
