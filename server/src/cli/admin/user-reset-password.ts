import {
  findNamedAccount,
  makeResetLink,
  setPassword,
} from '../../features/accounts/operator-commands.ts';
import { createPasswords } from '../../platform/passwords.ts';
import { defineCommand, noPositionals, required } from './command.ts';
import { PASSWORD_OPTIONS, readPassword } from './read-password.ts';

export const command = defineCommand({
  summary: 'Prints a link with which a user chooses a new password, or sets the password.',
  usage: '--user U [--password P | --password-stdin] [--json]',
  help: `  --user U           e-mail address, id or permalink
  --password P       sets this password and ends all sessions of the user
  --password-stdin   the same, with the first line of the standard input
                     without either, a link is printed, which works once and for one hour`,
  options: { user: { type: 'string' }, ...PASSWORD_OPTIONS },
  isAct: () => true,
  async run({ values, positionals }, context) {
    noPositionals(positionals);
    const name = required(values.user, 'user');
    const isGiven = values.password !== undefined || values['password-stdin'];
    const password = isGiven ? await readPassword(values, context.io) : null;
    const { database } = await context.database();
    const userId = await findNamedAccount(database, name);
    if (password === null) {
      const link = await makeResetLink({ database, config: context.config }, userId);
      context.answer({ text: link, json: { user_id: userId, link } });
      return;
    }
    await setPassword({ database, passwords: createPasswords() }, { userId, password });
    context.answer({
      text: 'The password is set, and all sessions of the user have ended.',
      json: { user_id: userId },
    });
  },
});
