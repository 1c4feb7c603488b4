import { findNamedAccount, makeSignInLink } from '../../features/accounts/operator-commands.ts';
import { defineCommand, noPositionals, required } from './command.ts';

export const command = defineCommand({
  summary: 'Prints a link that signs a user in, if the sign-in of the host is unusable.',
  usage: '--user U [--json]',
  help: `  --user U           e-mail address, id or permalink
                     the link works once and for 15 minutes`,
  options: { user: { type: 'string' } },
  isAct: () => true,
  async run({ values, positionals }, context) {
    noPositionals(positionals);
    const name = required(values.user, 'user');
    const { database } = await context.database();
    const userId = await findNamedAccount(database, name);
    const link = await makeSignInLink({ database, config: context.config }, userId);
    context.answer({ text: link, json: { user_id: userId, link } });
  },
});
