import { runDrill, type Step } from '../restore-drill.ts';
import { defineCommand, UsageError } from './command.ts';
import { BACKUP_HELP, findBackup } from './find-backup.ts';

export const command = defineCommand({
  summary: 'Restores a backup beside the host, reads a show from it, and removes it again.',
  usage: '[FILE|latest] [--database-url URL] [--json]',
  help: `${BACKUP_HELP}, and the default
  --database-url URL  a PostgreSQL server, on which the drill makes a database and drops it again.
                      Without it, it starts the embedded one in the folder for temporary files.
  Needs room for all media there (TMPDIR). Nothing of the host is changed.
  Ends with 1 if the backup would not be a help.`,
  takes: 'several',
  options: { 'database-url': { type: 'string' } },
  async run({ values, positionals }, context) {
    const [named = 'latest', ...others] = positionals;
    if (others.length > 0) throw new UsageError(`"${others[0]}" is one file too many.`);
    const file = await findBackup(context, named);
    const steps: Step[] = [];
    const progress = context.progress('Reading:');
    await runDrill(file, context.own, {
      databaseUrl: values['database-url'] ?? null,
      signal: context.signal,
      say(step) {
        progress.end();
        steps.push(step);
        if (!context.isJson) context.io.output.write(`${describe(step)}\n`);
      },
      onProgress: progress.show,
    }).finally(progress.end);
    const seconds = steps.reduce((sum, step) => sum + step.seconds, 0);
    context.answer({
      text: `${file.name} can be restored. This took ${seconds.toFixed(1)} s.`,
      json: { file: file.name, steps, seconds },
    });
  },
});

const describe = ({ text, seconds }: Step) => `${`${seconds.toFixed(1)} s`.padStart(8)}  ${text}`;
