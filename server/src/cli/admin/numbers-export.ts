import { pipeline } from 'node:stream/promises';
import { exportLog } from '../../features/numbers/export-log.ts';
import { defineCommand, noPositionals, UsageError } from './command.ts';
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
    const { connect } = await context.database();
    const client = await connect();
    try {
      const rows = exportLog(client, period);
      await pipeline(rows, context.io.output, { end: false, signal: context.signal });
    } finally {
      client.cut(); // a running copy cannot be ended otherwise
    }
    return 0;
  },
});
