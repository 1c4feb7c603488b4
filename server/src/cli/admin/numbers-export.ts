import { pipeline } from 'node:stream/promises';
import { listExportRows } from '../../features/numbers/clickhouse/export-rows.ts';
import { exportCsv, writeCsv } from '../../features/numbers/export-csv.ts';
import { exportParquet, writeParquet } from '../../features/numbers/export-parquet.ts';
import { EXPORT_TABLES, type ExportTable } from '../../features/numbers/export-tables.ts';
import type { Period } from '../../features/numbers/log-store.ts';
import { type CommandContext, defineCommand, noPositionals, UsageError } from './command.ts';
import { PERIOD_HELP, PERIOD_OPTIONS, readPeriod } from './read-period.ts';

/** How tables of PostgreSQL are written, and rows from elsewhere. */
const FORMATS = {
  csv: { ask: exportCsv, write: writeCsv },
  parquet: { ask: exportParquet, write: writeParquet },
} as const;
type Format = (typeof FORMATS)[keyof typeof FORMATS];

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
    const format = pick(FORMATS, values.format, 'format');
    await send({ table, format, period: readPeriod(values) }, context);
    return 0;
  },
});

interface Export {
  table: ExportTable;
  format: Format;
  period: Period;
}

async function send({ table, format, period }: Export, context: CommandContext): Promise<void> {
  const { io, signal, config } = context;
  const { connect, database } = await context.database();
  const end = { end: false, signal };
  if (config.numbersUrl !== null && table === EXPORT_TABLES.requests) {
    const rows = listExportRows(config.numbersUrl, database, period);
    await pipeline(format.write(table.columns, rows), io.output, end);
    return;
  }
  const client = await connect();
  try {
    await pipeline(format.ask(client, table, period), io.output, end);
  } finally {
    client.cut(); // a running query cannot be ended otherwise
  }
}

function pick<Value>(from: Readonly<Record<string, Value>>, name: string, option: string): Value {
  const value = Object.hasOwn(from, name) ? from[name] : undefined;
  if (value !== undefined) return value;
  const names = Object.keys(from).join(' or ');
  throw new UsageError(`--${option} is "${name}": it must be ${names}.`);
}
