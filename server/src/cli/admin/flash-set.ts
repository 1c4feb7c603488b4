import { setFlashMessage } from '../../features/flash-messages/flash-messages.ts';
import { defineCommand, required, UsageError } from './command.ts';

export const command = defineCommand({
  summary: 'Shows a message to everybody who visits the site, until it is dismissed or removed.',
  usage: 'NAME --text TEXT [--until TIME] [--json]',
  help: `  NAME           small letters, digits, hyphens and underscores. Who has dismissed the name does not see it again
  --text TEXT    plain text
  --until TIME   when the message ends, e.g. 2027-01-31T18:00Z`,
  options: { text: { type: 'string' }, until: { type: 'string' } },
  async run({ values, positionals: [name, ...others] }, context) {
    if (name === undefined || others.length > 0) throw new UsageError('Give one NAME.');
    const message = required(values.text, 'text');
    const until = values.until === undefined ? null : new Date(values.until);
    if (until && Number.isNaN(until.getTime())) throw new UsageError('--until must be a time.');
    const { database } = await context.database();
    const flash_message = await setFlashMessage(database, name, { message, until });
    context.answer({ text: `The message "${name}" is shown.`, json: { flash_message } });
  },
});
