import { removeFlashMessage } from '../../features/flash-messages/flash-messages.ts';
import { CommandFailed, defineCommand, UsageError } from './command.ts';

export const command = defineCommand({
  summary: 'Removes a message of `flash set`.',
  usage: 'NAME [--json]',
  options: {},
  isAct: () => true,
  async run({ positionals: [name, ...others] }, context) {
    if (name === undefined || others.length > 0) throw new UsageError('Give one NAME.');
    const { database } = await context.database();
    if (!(await removeFlashMessage(database, name)))
      throw new CommandFailed(`There is no message "${name}".`);
    context.answer({ text: `The message "${name}" is not shown any more.`, json: { name } });
  },
});
