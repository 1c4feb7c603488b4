import { createAccount } from '../../features/accounts/operator-commands.ts';
import { createPasswords } from '../../platform/passwords.ts';
import { defineCommand, noPositionals, required } from './command.ts';
import { PASSWORD_HELP, PASSWORD_OPTIONS, readPassword } from './read-password.ts';

export const command = defineCommand({
  summary: 'Creates an account, and prints its id and a bearer token.',
  usage: '--email E [--password P | --password-stdin] [--name N] [--admin] [--json]',
  help: `  --email E          the address counts as confirmed
  --name N           the name that others see; by default the part of the address before the @
  --admin            makes the account an administrator of this host
${PASSWORD_HELP}
  --json             prints {"user_id": 1, "token": "..."}`,
  options: {
    email: { type: 'string' },
    name: { type: 'string' },
    admin: { type: 'boolean' },
    ...PASSWORD_OPTIONS,
  },
  isAct: () => true,
  async run({ values, positionals }, context) {
    noPositionals(positionals);
    const email = required(values.email, 'email');
    const password = await readPassword(values, context.io);
    const { database } = await context.database();
    const deps = { database, passwords: createPasswords() };
    const name = values.name ?? email.split('@')[0] ?? '';
    const isAdmin = values.admin ?? false;
    const { userId, token } = await createAccount(deps, { email, password, name, isAdmin });
    const kind = isAdmin ? 'administrator' : 'user';
    context.answer({
      text: `Created the ${kind} ${userId}. Bearer token: ${token}`,
      json: { user_id: userId, token },
    });
  },
});
