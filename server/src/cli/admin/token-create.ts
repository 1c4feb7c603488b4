import { findNamedAccount } from '../../features/accounts/operator-commands.ts';
import { createProgramToken } from '../../features/accounts/program-tokens.ts';
import { defineCommand, noPositionals, required } from './command.ts';

export const command = defineCommand({
  summary: 'Makes a bearer token for a program that acts for a user.',
  usage: '--user U --name N [--json]',
  help: `  --user U   e-mail address, id or permalink
  --name N   what the token is for; the user sees it in the list of his tokens`,
  options: { user: { type: 'string' }, name: { type: 'string' } },
  async run({ values, positionals }, context) {
    noPositionals(positionals);
    const user = required(values.user, 'user');
    const name = required(values.name, 'name');
    const { database } = await context.database();
    const userId = await findNamedAccount(database, user);
    const { token_id, secret } = await createProgramToken(database, { userId, name });
    context.answer({
      text: `Bearer token: ${secret}`,
      json: { user_id: userId, token_id, token: secret },
    });
  },
});
