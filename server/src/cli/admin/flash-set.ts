import { setFlashMessage } from '../../features/flash-messages/flash-messages.ts';
import { defineCommand, required, UsageError } from './command.ts';

export const command = defineCommand({
  summary: 'Shows a message to everybody who visits the site, until it is dismissed or removed.',
  usage: 'NAME --text TEXT [--from TIME] [--until TIME] [--json]',
  help: `  NAME           small letters, digits, hyphens and underscores. Who has dismissed the name does not see it again
  --text TEXT    plain text
  --from TIME    when the message begins, e.g. 2027-01-31T08:00Z; at once if left out
  --until TIME   when it ends`,
  options: { text: { type: 'string' }, from: { type: 'string' }, until: { type: 'string' } },
  isAct: () => true,
  async run({ values, positionals: [name, ...others] }, context) {
    if (name === undefined || others.length > 0) throw new UsageError('Give one NAME.');
    const message = required(values.text, 'text');
    const from = readTime('from', values.from);
    const until = readTime('until', values.until);
    const { database } = await context.database();
    const flash_message = await setFlashMessage(database, name, { message, from, until });
    context.answer({ text: `The message "${name}" is shown.`, json: { flash_message } });
  },
});

function readTime(option: string, text: string | undefined): Date | null {
  if (text === undefined) return null;
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new UsageError(`--${option} must be a time.`);
  return time;
}
