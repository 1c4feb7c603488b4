import { openLog } from '../../features/numbers/open-log.ts';
import { type Difference, recount } from '../../features/numbers/recount.ts';
import { defineCommand, noPositionals } from './command.ts';
import { PERIOD_HELP, PERIOD_OPTIONS, readPeriod } from './read-period.ts';

export const command = defineCommand({
  summary: 'Counts downloads again from the log, and lists stored figures that differ.',
  usage: '--from D --to D [--json]',
  help: `${PERIOD_HELP}

  Changes nothing. Ends with 1 if a figure differs. Figures are stored once an hour, so those of the last hours
  can differ. So can those of the two oldest weeks of the log, because earlier rows are gone.`,
  options: PERIOD_OPTIONS,
  async run({ values, positionals }, context) {
    noPositionals(positionals);
    const period = readPeriod(values);
    const { database } = await context.database();
    const log = await context.own(async () => openLog({ config: context.config, database }));
    const counted = await recount({ database, log }, period, context.signal);
    const { since, figures, differences } = counted;
    const start = since && since > period.from ? [`The log begins at ${since.toISOString()}.`] : [];
    const result =
      differences.length > 0
        ? differences.map(describe)
        : [since ? `${figures} figures are the same.` : 'The log is empty.'];
    context.answer({
      text: [...start, ...result].join('\n'),
      json: { since, figures, differences },
    });
    return differences.length === 0 ? 0 : 1;
  },
});

const describe = ({ figure, stored, counted }: Difference): string =>
  `${figure}: stored ${stored}, counted ${counted}`;
