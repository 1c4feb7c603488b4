import { pipeline } from 'node:stream/promises';
import { exportCsv } from '../../features/numbers/export-csv.ts';
import { exportParquet } from '../../features/numbers/export-parquet.ts';
import { EXPORT_TABLES } from '../../features/numbers/export-tables.ts';
import { defineCommand, noPositionals, UsageError } from './command.ts';
import { PERIOD_HELP, PERIOD_OPTIONS, readPeriod } from './read-period.ts';

const FORMATS = { csv: exportCsv, parquet: exportParquet } as const;

export const command = defineCommand({
  summary: 'Writes the log of requests for audio, or the figures, to the standard output.',
  usage: '--from D --to D [--what figures] [--format parquet]',
  help: `${PERIOD_HELP}
  --what W    requests: the log (default). A row has everything that a count needs. Addresses of listeners are
              hashed, and the salts are not written.
              figures: the downloads of hours and days, and the parts of days
  --format F  csv (default) or parquet`,
  options: {
    ...PERIOD_OPTIONS,
    what: { type: 'string', default: 'requests' },
    format: { type: 'string', default: 'csv' },
  },
  async run({ values, positionals }, context) {
    noPositionals(positionals);
    if (context.isJson) throw new UsageError('The rows are CSV or Parquet: there is no --json.');
    const table = pick(EXPORT_TABLES, values.what, 'what');
    const write = pick(FORMATS, values.format, 'format');
    const period = readPeriod(values);
    const { connect } = await context.database();
    const client = await connect();
    try {
      const rows = write(client, table, period);
      await pipeline(rows, context.io.output, { end: false, signal: context.signal });
    } finally {
      client.cut(); // a running query cannot be ended otherwise
    }
    return 0;
  },
});

function pick<Value>(from: Readonly<Record<string, Value>>, name: string, option: string): Value {
  const value = Object.hasOwn(from, name) ? from[name] : undefined;
  if (value !== undefined) return value;
  const names = Object.keys(from).join(' or ');
  throw new UsageError(`--${option} is "${name}": it must be ${names}.`);
}
