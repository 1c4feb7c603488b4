import { createInvite, INVITE_LASTS_DAYS } from '../../features/accounts/invites.ts';
import { describeFactors, removeFactors } from '../../features/accounts/lost-factors.ts';
import {
  createAccount,
  findNamedAccount,
  makeLink,
  setPassword,
  setQuota,
} from '../../features/accounts/operator-commands.ts';
import { createProgramToken, TOKEN_SCOPES } from '../../features/accounts/program-tokens.ts';
import { listAccounts } from '../../features/accounts/repository.ts';
import { mail } from '../../platform/mail/mail.ts';
import { createPasswords } from '../../platform/passwords.ts';
import { cleanLine } from '../../platform/text/clean-text.ts';
import { counted } from '../../platform/text/counted.ts';
import { defineCommand, required, UsageError } from './command.ts';
import { PASSWORD_HELP, PASSWORD_OPTIONS, readPassword } from './read-password.ts';

export const userCreate = defineCommand({
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
  async run({ values }, context) {
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

const PAGE = 1_000; // rows

type ListedUser = Awaited<ReturnType<typeof listAccounts>>[number];

export const userList = defineCommand({
  summary:
    'Lists all users. Users without an address are authors of imported shows and cannot log in.',
  usage: '[--json]',
  options: {},
  async run(_, context) {
    const { database } = await context.database({ mustExist: true });
    const users: ListedUser[] = [];
    let page: ListedUser[];
    do {
      page = await listAccounts(database, { after: users.at(-1)?.user_id ?? 0, limit: PAGE });
      users.push(...page);
    } while (page.length === PAGE);
    context.answer({
      text: users.map(describeUser).join('\n') || 'There are no users.',
      json: { users },
    });
  },
});

function describeUser({
  user_id,
  permalink,
  name,
  email,
  is_admin,
  email_verified,
  shows,
}: ListedUser): string {
  const facts = [
    email === null && 'no account',
    email !== null && !email_verified && 'not confirmed',
    is_admin && 'administrator',
    shows > 0 && counted(shows, 'show'),
  ].filter(Boolean);
  // A name comes from its user, so terminal control characters are removed.
  const line = [user_id, permalink, email ?? '-', cleanLine(name)].join('  ');
  return facts.length > 0 ? `${line}  (${facts.join(', ')})` : line;
}

export const userResetPassword = defineCommand({
  summary: 'Prints a link with which a user chooses a new password, or sets the password.',
  usage: '--user U [--password P | --password-stdin] [--json]',
  help: `  --user U           e-mail address, id or permalink
  --password P       sets this password and ends all sessions of the user
  --password-stdin   the same, with the first line of the standard input
                     without either, a link is printed, which works once and for one hour`,
  options: { user: { type: 'string' }, ...PASSWORD_OPTIONS },
  isAct: () => true,
  async run({ values }, context) {
    const name = required(values.user, 'user');
    const isGiven = values.password !== undefined || values['password-stdin'];
    const password = isGiven ? await readPassword(values, context.io) : null;
    const { database } = await context.database();
    const userId = await findNamedAccount(database, name);
    if (password === null) {
      const link = await makeLink({ database, config: context.config }, userId, 'reset');
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

export const userSignInLink = defineCommand({
  summary: 'Prints a link that signs a user in, if the sign-in of the host is unusable.',
  usage: '--user U [--json]',
  help: `  --user U           e-mail address, id or permalink
                     the link works once and for 15 minutes`,
  options: { user: { type: 'string' } },
  isAct: () => true,
  async run({ values }, context) {
    const name = required(values.user, 'user');
    const { database } = await context.database();
    const userId = await findNamedAccount(database, name);
    const link = await makeLink({ database, config: context.config }, userId, 'sign_in');
    context.answer({ text: link, json: { user_id: userId, link } });
  },
});

const MB = 1_000_000;
const MAX_MB = 1_000_000_000;

export const userQuota = defineCommand({
  summary: 'Sets how large the uploads and imported audio of a user may be together.',
  usage: '--user U (--mb N | --default) [--json]',
  help: `  --user U           e-mail address, id or permalink
  --mb N             megabytes, instead of UPLOAD_QUOTA_MB and of the user's plan
  --default          the limit of the plan or of the host again`,
  options: { user: { type: 'string' }, mb: { type: 'string' }, default: { type: 'boolean' } },
  isAct: () => true,
  async run({ values }, context) {
    const name = required(values.user, 'user');
    if ((values.mb === undefined) !== (values.default === true))
      throw new UsageError('Give either --mb or --default.');
    const megabytes = values.mb === undefined ? null : readMegabytes(values.mb);
    const { database } = await context.database();
    const userId = await findNamedAccount(database, name);
    await setQuota(database, userId, megabytes === null ? null : megabytes * MB);
    const text =
      megabytes === null
        ? 'The limit of the plan or of the host holds again.'
        : `The files of the user may have ${megabytes} MB together.`;
    context.answer({ text, json: { user_id: userId, quota_mb: megabytes } });
  },
});

function readMegabytes(text: string): number {
  const megabytes = Number(text);
  if (/^\d+$/.test(text) && megabytes <= MAX_MB) return megabytes;
  throw new UsageError(`--mb must be a whole number from 0 to ${MAX_MB}.`);
}

export const userSecondFactor = defineCommand({
  summary:
    'Shows the app and the passkeys of a user, or removes them from a user who has lost them.',
  usage: '--user U [--remove] [--json]',
  help: `  --user U           e-mail address, id or permalink
  --remove           the password alone logs the user in again; a mail tells the user`,
  options: { user: { type: 'string' }, remove: { type: 'boolean' } },
  isAct: ({ remove }) => remove === true,
  async run({ values }, context) {
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

export const tokenCreate = defineCommand({
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
  async run({ values }, context) {
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

const DAYS_MAX = 365;

export const inviteCreate = defineCommand({
  summary: 'Makes an invite for one signup.',
  usage: '[--days N] [--json]',
  help: `  --days N   how long the invite is valid; ${INVITE_LASTS_DAYS} by default`,
  options: { days: { type: 'string' } },
  isAct: () => true,
  async run({ values }, context) {
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
