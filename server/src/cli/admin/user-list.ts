import { listAccounts } from '../../features/accounts/repository.ts';
import { cleanLine } from '../../platform/text/clean-text.ts';
import { defineCommand, noPositionals } from './command.ts';

const PAGE = 1_000; // rows

type Row = Awaited<ReturnType<typeof listAccounts>>[number];

export const command = defineCommand({
  summary:
    'Lists all users. Users without an address are authors of imported shows and cannot log in.',
  usage: '[--json]',
  options: {},
  async run({ positionals }, context) {
    noPositionals(positionals);
    const { database } = await context.database();
    const users: Row[] = [];
    let page: Row[];
    do {
      page = await listAccounts(database, { after: users.at(-1)?.user_id ?? 0, limit: PAGE });
      users.push(...page);
    } while (page.length === PAGE);
    context.answer({
      text: users.map(describe).join('\n') || 'There are no users.',
      json: { users },
    });
  },
});

function describe({
  user_id,
  permalink,
  name,
  email,
  is_admin,
  email_verified,
  shows,
}: Row): string {
  const facts = [
    email === null && 'no account',
    email !== null && !email_verified && 'not confirmed',
    is_admin && 'administrator',
    shows > 0 && `${shows} shows`,
  ].filter(Boolean);
  // A name comes from its user, so terminal control characters are removed.
  const line = [user_id, permalink, email ?? '-', cleanLine(name)].join('  ');
  return facts.length > 0 ? `${line}  (${facts.join(', ')})` : line;
}
