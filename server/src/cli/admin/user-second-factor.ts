import { describeFactors, removeFactors } from '../../features/accounts/lost-factors.ts';
import { findNamedAccount } from '../../features/accounts/operator-commands.ts';
import { mail } from '../../platform/mail/mail.ts';
import { cleanLine } from '../../platform/text/clean-text.ts';
import { defineCommand, noPositionals, required } from './command.ts';

export const command = defineCommand({
  summary:
    'Shows the app and the passkeys of a user, or removes them from a user who has lost them.',
  usage: '--user U [--remove] [--json]',
  help: `  --user U           e-mail address, id or permalink
  --remove           the password alone logs the user in again; a mail tells the user`,
  options: { user: { type: 'string' }, remove: { type: 'boolean' } },
  isAct: ({ remove }) => remove === true,
  async run({ values, positionals }, context) {
    noPositionals(positionals);
    const name = required(values.user, 'user');
    const { database } = await context.database();
    const userId = await findNamedAccount(database, name);
    if (values.remove) {
      const isRemoved = await removeFactors({ database, config: context.config, mail }, userId);
      context.answer({
        text: isRemoved ? 'The second step is removed.' : 'The user has no second step.',
        json: { user_id: userId, is_removed: isRemoved },
      });
      return;
    }
    const { isOn, codesLeft, passkeys } = await describeFactors(database, userId);
    const facts = [
      isOn && `An app, and ${codesLeft} recovery codes.`,
      // A name comes from its user, so terminal control characters are removed.
      ...passkeys.map((passkey) => `The passkey ${cleanLine(passkey.name)}.`),
    ].filter(Boolean);
    context.answer({
      text: facts.join('\n') || 'The user has no second step.',
      json: { user_id: userId, app: isOn, recovery_codes_left: codesLeft, passkeys },
    });
  },
});
