import { findNamedAccount, setQuota } from '../../features/accounts/operator-commands.ts';
import { defineCommand, noPositionals, required, UsageError } from './command.ts';

const MB = 1_000_000;
const MAX_MB = 1_000_000_000;

export const command = defineCommand({
  summary: 'Sets how large the uploads and imported audio of a user may be together.',
  usage: '--user U (--mb N | --default) [--json]',
  help: `  --user U           e-mail address, id or permalink
  --mb N             megabytes, instead of UPLOAD_QUOTA_MB and of the user's plan
  --default          the limit of the plan or of the host again`,
  options: { user: { type: 'string' }, mb: { type: 'string' }, default: { type: 'boolean' } },
  isAct: () => true,
  async run({ values, positionals }, context) {
    noPositionals(positionals);
    const name = required(values.user, 'user');
    if ((values.mb === undefined) !== (values.default === true))
      throw new UsageError('Give either --mb or --default.');
    const megabytes = values.mb === undefined ? null : readMegabytes(values.mb);
    const { database } = await context.database();
    const userId = await findNamedAccount(database, name);
    await setQuota(database, userId, megabytes === null ? null : megabytes * MB);
    const text =
      megabytes === null
        ? 'The limit of the plan or of the host holds again.'
        : `The files of the user may have ${megabytes} MB together.`;
    context.answer({ text, json: { user_id: userId, quota_mb: megabytes } });
  },
});

function readMegabytes(text: string): number {
  const megabytes = Number(text);
  if (/^\d+$/.test(text) && megabytes <= MAX_MB) return megabytes;
  throw new UsageError(`--mb must be a whole number from 0 to ${MAX_MB}.`);
}
