import { pipeline } from 'node:stream/promises';
import { AppError } from 'earshot/contract';
import { listExportRows } from '../../features/numbers/clickhouse/export-rows.ts';
import { addDays, readDay, startOf } from '../../features/numbers/days.ts';
import { exportCsv, writeCsv } from '../../features/numbers/export-csv.ts';
import { exportParquet, writeParquet } from '../../features/numbers/export-parquet.ts';
import { EXPORT_TABLES, type ExportTable } from '../../features/numbers/export-tables.ts';
import type { Period } from '../../features/numbers/log-store.ts';
import { openLog } from '../../features/numbers/open-log.ts';
import { type Difference, recount } from '../../features/numbers/recount.ts';
import { type CommandContext, defineCommand, required, UsageError } from './command.ts';

const PERIOD_OPTIONS = { from: { type: 'string' }, to: { type: 'string' } } as const;

const PERIOD_HELP = `  --from D  the first day (UTC), e.g. 2026-01-31
  --to D    the last day`;

/** The values of `--from` and `--to`. @throws UsageError */
function readPeriod(values: { from?: string; to?: string }): Period {
  const [from, to] = [readOption(values.from, 'from'), readOption(values.to, 'to')];
  if (to < from) throw new UsageError('--to is before --from.');
  return { from: new Date(startOf(from)), to: new Date(startOf(addDays(to, 1))) };
}

function readOption(value: string | undefined, option: string): string {
  try {
    return readDay(required(value, option), option);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new UsageError(`--${option} is "${value}": it must be a day such as 2026-01-31.`);
  }
}

/** How tables of PostgreSQL are written, and rows from elsewhere. */
const FORMATS = {
  csv: { ask: exportCsv, write: writeCsv },
  parquet: { ask: exportParquet, write: writeParquet },
} as const;
type Format = (typeof FORMATS)[keyof typeof FORMATS];

export const numbersExport = defineCommand({
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
  async run({ values }, context) {
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

export const numbersRecount = defineCommand({
  summary: 'Counts downloads again from the log, and lists stored figures that differ.',
  usage: '--from D --to D [--json]',
  help: `${PERIOD_HELP}

  Changes nothing. Ends with 1 if a figure differs. Figures are stored once an hour, so those of the last hours
  can differ. So can those of the two oldest weeks of the log, because earlier rows are gone.`,
  options: PERIOD_OPTIONS,
  async run({ values }, context) {
    const period = readPeriod(values);
    const { database } = await context.database();
    const log = await context.own(async () => openLog({ config: context.config, database }));
    const counted = await recount({ database, log }, period, context.signal);
    const { since, figures, differences } = counted;
    const start = since && since > period.from ? [`The log begins at ${since.toISOString()}.`] : [];
    const result =
      differences.length > 0
        ? differences.map(describeDifference)
        : [since ? `${figures} figures are the same.` : 'The log is empty.'];
    context.answer({
      text: [...start, ...result].join('\n'),
      json: { since, figures, differences },
    });
    return differences.length === 0 ? 0 : 1;
  },
});

const describeDifference = ({ figure, stored, counted }: Difference): string =>
  `${figure}: stored ${stored}, counted ${counted}`;
