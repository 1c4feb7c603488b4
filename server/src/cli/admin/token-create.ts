import { findNamedAccount } from '../../features/accounts/operator-commands.ts';
import { createProgramToken, TOKEN_SCOPES } from '../../features/accounts/program-tokens.ts';
import { defineCommand, noPositionals, required, UsageError } from './command.ts';

export const command = defineCommand({
  summary: 'Makes a bearer token for a program that acts for a user.',
  usage: '--user U --name N [--scope numbers] [--json]',
  help: `  --user U   e-mail address, id or permalink
  --name N   what the token is for; the user sees it in the list of their tokens
  --scope S  account: everything that the user may do (default); numbers: only reading figures`,
  options: {
    user: { type: 'string' },
    name: { type: 'string' },
    scope: { type: 'string', default: 'account' },
  },
  isAct: () => true,
  async run({ values, positionals }, context) {
    noPositionals(positionals);
    const user = required(values.user, 'user');
    const name = required(values.name, 'name');
    const scope = TOKEN_SCOPES.find((known) => known === values.scope);
    if (!scope) throw new UsageError(`--scope must be ${TOKEN_SCOPES.join(' or ')}.`);
    const { database } = await context.database();
    const userId = await findNamedAccount(database, user);
    const { token_id, secret } = await createProgramToken(database, { userId, name, scope });
    context.answer({
      text: `Bearer token: ${secret}`,
      json: { user_id: userId, token_id, scope, token: secret },
    });
  },
});
