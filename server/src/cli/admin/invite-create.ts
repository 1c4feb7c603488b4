import { createInvite, INVITE_LASTS_DAYS } from '../../features/accounts/invites.ts';
import { defineCommand, noPositionals, UsageError } from './command.ts';

const DAYS_MAX = 365;

export const command = defineCommand({
  summary: 'Makes an invite for one signup.',
  usage: '[--days N] [--json]',
  help: `  --days N   how long the invite is valid; ${INVITE_LASTS_DAYS} by default`,
  options: { days: { type: 'string' } },
  isAct: () => true,
  async run({ values, positionals }, context) {
    noPositionals(positionals);
    const days = Number(values.days ?? INVITE_LASTS_DAYS);
    if (!Number.isInteger(days) || days < 1 || days > DAYS_MAX) {
      throw new UsageError(`--days must be a whole number from 1 to ${DAYS_MAX}.`);
    }
    const { database } = await context.database();
    const { secret, expiresAt } = await createInvite(database, { days });
    const expires_at = expiresAt.toISOString();
    context.answer({
      text: `Invite: ${secret}\nIt is valid for one signup until ${expires_at}.`,
      json: { invite: secret, expires_at },
    });
  },
});
