import { once } from 'node:events';
import { access, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSetupLink } from '../../src/features/accounts/setup.ts';
import { runAdmin, spawnAdmin, startAdmin } from '../helpers/run-admin.ts';
import { openTestApp, type TestApp } from '../helpers/test-app.ts';

const PASSWORD = 'correct horse';

let test: TestApp;
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-admin-'));
  test = await openTestApp();
});
afterAll(async () => {
  await test?.close();
  await rm(folder, { recursive: true });
});

const settings = () => ({
  DATABASE_URL: test.databaseUrl,
  DATA_DIR: test.publicFolder,
  SITE_URL: 'http://site.test',
});

const admin = (args: string[], { input = '', env = {} } = {}) =>
  runAdmin(args, { input, env: { ...settings(), ...env } });

/** As the operator calls it: this tests the entry, the exit codes and the output. */
const inOwnProcess = (args: string[], { input = '', env = {} } = {}) =>
  spawnAdmin(args, { input, env: { ...settings(), ...env } });

const create = (email: string, ...more: string[]) =>
  admin(['user', 'create', '--email', email, '--password', PASSWORD, ...more]);

async function logIn(email: string, password = PASSWORD) {
  const payload = { email, password };
  return test.app.inject({ method: 'POST', url: '/api/v2/auth/login', payload });
}

const me = async (token: string) =>
  test.app.inject({ url: '/api/v2/me', headers: { authorization: `Bearer ${token}` } });

describe('npm run admin', () => {
  it('lists the commands, and explains each', async () => {
    const [list, help, unknown] = await Promise.all([
      admin([]),
      admin(['user', 'create', '--help']),
      inOwnProcess(['user', 'destroy']),
    ]);
    expect(list).toMatchObject({ code: 0, error: '' });
    for (const name of ['user create', 'user list', 'invite create', 'check', 'samples remove']) {
      expect(list.out).toContain(`  ${name} `);
    }
    expect(help).toMatchObject({ code: 0, error: '' });
    expect(help.out).toMatch(/^Usage: npm run admin -- user create --email E /);
    expect(unknown).toMatchObject({ code: 2, out: '' });
    expect(unknown.error).toMatch(/^There is no command "user destroy"\.\n\nUsage: npm run admin/);
  });

  it('ends with 1 and one line if the settings are wrong or the database is away', async () => {
    const [wrong, away] = await Promise.all([
      inOwnProcess(['user', 'list'], { env: { PORT: 'x' } }),
      admin(['user', 'list'], { env: { DATABASE_URL: 'postgres://localhost:1/x' } }),
    ]);
    expect(wrong).toMatchObject({ code: 1, out: '' });
    expect(wrong.error).toMatch(/^PORT is "x".*\n$/);
    expect(away).toMatchObject({ code: 1, out: '' });
    expect(away.error).toMatch(/^The database at DATABASE_URL does not answer: .*\n$/);
  });
});

describe('a command that reads a host', () => {
  it.each(['backup --out all.zip', 'check', 'export --show 1', 'user list'])(
    '%s makes none in an empty folder, as if that were the host',
    async (words) => {
      const dataDir = join(folder, 'mistyped');
      const env = {
        DATABASE_URL: '',
        DATA_DIR: dataDir,
        BACKUP_DIRECTORY: join(folder, 'backups'),
      };
      const { code, out, error } = await admin(words.split(' '), { env });
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(error).toBe(
        `There is no host in DATA_DIR ${dataDir}. Set DATA_DIR, or DATABASE_URL, as for the server.\n`,
      );
      await expect(access(dataDir)).rejects.toThrow('ENOENT');
    },
  );
});

describe('the output of a command', () => {
  const PERIOD = ['--from', '2026-03-03', '--to', '2026-03-04'];

  it.each([
    ['invite create', [], 0],
    ['numbers export', PERIOD, 1],
  ] as const)('%s ends quietly if its reader has ended', async (name, options, code) => {
    const child = startAdmin([...name.split(' '), ...options], settings());
    child.stdout?.destroy();
    const ended = once(child, 'close');
    expect(await text(child.stderr as NodeJS.ReadableStream)).toBe('');
    expect(await ended).toEqual([code, null]);
  });

  it.each([
    ['user list', []],
    ['numbers export', PERIOD],
  ] as const)('%s ends with 1 and one line on a full disk', async (name, options) => {
    const full = await open('/dev/full', 'w');
    const { code, error } = await spawnAdmin([...name.split(' '), ...options], {
      env: settings(),
      output: full.fd,
    });
    await full.close();
    expect(error).toMatch(/^The output cannot be written: ENOSPC: .*\n$/);
    expect(code).toBe(1);
  });
});

describe('user create', () => {
  it('prints one line of JSON, and the account works while the server runs', async () => {
    const link = await makeSetupLink(test.deps);
    const { code, out, error } = await create('root@example.org', '--admin', '--json');
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toMatch(/^\{"user_id":\d+,"token":"[\w-]{43}"\}\n$/);
    const { user_id, token } = JSON.parse(out);
    expect((await me(token)).json().response.user).toMatchObject({
      user_id,
      name: 'root',
      permalink: 'user-root',
      email: 'root@example.org',
      email_verified: true,
      is_admin: true,
    });
    expect((await logIn('root@example.org')).statusCode).toBe(201);
    const setup = await test.app.inject({ url: link?.replace('http://site.test', '') ?? '' });
    expect(setup.statusCode).toBe(404); // there is an administrator now
  });

  it('reads the password from the standard input, and prints it nowhere', async () => {
    const args = ['user', 'create', '--email', 'stdin@example.org', '--password-stdin'];
    const input = 'horse from stdin\nsecond line\n';
    const { code, out, error } = await inOwnProcess([...args, '--json'], { input });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({ user_id: expect.any(Number), token: expect.any(String) });
    expect(out + error).not.toContain('horse');
    expect((await logIn('stdin@example.org', 'horse from stdin')).statusCode).toBe(201);
  });

  it.each([
    [['--password', PASSWORD], 2, '--email is missing.'],
    [['--email', 'x@example.org'], 2, '--password or --password-stdin is missing.'],
    [
      ['--email', 'x@example.org', '--password', PASSWORD, '--colour'],
      2,
      "Unknown option '--colour'",
    ],
    [
      ['--email', 'x@example.org', '--email', 'y@example.org', '--password', PASSWORD],
      2,
      '--email is given twice.',
    ],
    [['--email', 'x@example.org', '--password', PASSWORD, 'extra'], 2, '"extra" is not an option.'],
    [['--email', 'x@example.org', '--password', 'short'], 1, 'password: must have at least 8'],
    [['--email', 'nonsense', '--password', PASSWORD], 1, 'email: must be an e-mail address'],
    [['--email', 'ROOT@example.org', '--password', PASSWORD], 1, 'email: is used by another'],
  ])('answers %j with %s', async (args, code, words) => {
    const result = await admin(['user', 'create', ...args]);
    expect(result).toMatchObject({ code, out: '' });
    expect(result.error).toContain(words);
  });
});

describe('the log of acts', () => {
  it('has each command that changed something, without addresses and passwords', async () => {
    await create('logged@example.org');
    await admin(['user', 'reset-password', '--user', 'logged@example.org', '--password', PASSWORD]);
    await admin(['user', 'second-factor', '--user', 'logged']); // only shows it
    await admin(['user', 'create', '--email', 'no address', '--password', PASSWORD]); // is refused
    await admin(['user', 'second-factor', '--user', 'logged', '--remove']);
    const acts = await test.database
      .selectFrom('audit_log')
      .select(['user_id', 'user_name', 'action', 'object_name', 'changes'])
      .where('object_kind', '=', 'command')
      .orderBy('audit_id', 'desc')
      .limit(3)
      .execute();
    expect(acts.map(({ object_name }) => object_name)).toEqual([
      'user second-factor',
      'user reset-password',
      'user create',
    ]);
    const by = { user_id: null, user_name: userInfo().username, action: 'host.command' };
    for (const act of acts) expect(act).toMatchObject(by);
    const written = JSON.stringify(acts);
    expect(written).not.toContain('@');
    expect(written).not.toContain(PASSWORD);
    expect(acts[0]?.changes).toContainEqual({ field: 'user', before: null, after: 'logged' });
  });
});

describe('other commands', () => {
  it('user list shows everybody', async () => {
    await create('listed@example.org');
    const [people, json] = await Promise.all([
      admin(['user', 'list']),
      admin(['user', 'list', '--json']),
    ]);
    expect(people.out).toMatch(/^\d+ {2}listed {2}listed@example\.org {2}listed$/m);
    expect(people.out).toMatch(
      /^\d+ {2}mara-lindqvist {2}- {2}Mara Lindqvist {2}\(no account, 1 show\)$/m,
    );
    const { users } = JSON.parse(json.out);
    expect(users).toContainEqual(expect.objectContaining({ email: 'listed@example.org' }));
    expect(json.out).not.toContain('argon2');
  });

  it('user reset-password prints a link, or sets the password and ends the sessions', async () => {
    const { token } = JSON.parse((await create('reset@example.org', '--json')).out);
    const linked = await admin(['user', 'reset-password', '--user', 'reset@example.org']);
    const link = new URL(linked.out.trim());
    expect((await test.app.inject({ url: link.pathname + link.search })).statusCode).toBe(200);
    const session = (await logIn('reset@example.org')).json().response.sso.token;
    const args = ['user', 'reset-password', '--user', 'RESET@example.org', '--password-stdin'];
    expect(await admin(args, { input: 'another horse' })).toMatchObject({ code: 0, error: '' });
    expect((await logIn('reset@example.org')).statusCode).toBe(401);
    expect((await logIn('reset@example.org', 'another horse')).statusCode).toBe(201);
    expect((await me(session)).statusCode).toBe(401);
    expect((await me(token)).statusCode).toBe(200); // tokens of programs stay
    const nobody = await admin(['user', 'reset-password', '--user', 'nobody@example.org']);
    expect(nobody).toMatchObject({
      code: 1,
      error: 'There is no account with "nobody@example.org".\n',
    });
  });

  it('user sign-in-link prints a link that opens a page', async () => {
    await create('way-in@example.org');
    const { out } = await admin(['user', 'sign-in-link', '--user', 'way-in@example.org']);
    const { pathname, search } = new URL(out.trim());
    expect(pathname).toBe('/login/link');
    expect((await test.app.inject({ url: pathname + search })).statusCode).toBe(200);
    expect((await admin(['user', 'sign-in-link'])).code).toBe(2);
  });

  it('user quota limits the files of one user, or no longer', async () => {
    const { user_id, token } = JSON.parse((await create('small@example.org', '--json')).out);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'audio/mpeg' };
    const begin = () =>
      test.app.inject({
        method: 'POST',
        url: '/api/media/uploads',
        headers: { ...headers, 'tus-resumable': '1.0.0', 'upload-length': '2000000' },
      });
    const args = ['user', 'quota', '--user', 'small@example.org'];
    expect((await admin([...args, '--mb', '1'])).out).toContain('1 MB together');
    expect((await begin()).statusCode).toBe(413);
    const { out } = await admin([...args, '--default', '--json']);
    expect(JSON.parse(out)).toMatchObject({ user_id, quota_mb: null });
    expect((await begin()).statusCode).toBe(201);
  });

  it.each([[[]], [['--mb', '1', '--default']], [['--mb', '1.5']], [['--mb', '-1']]])(
    'user quota refuses %j',
    async (args) => {
      expect((await admin(['user', 'quota', '--user', 'x', ...args])).code).toBe(2);
    },
  );

  it('user second-factor shows it, and removes it with a mail', async () => {
    await create('phone@example.org');
    const args = ['user', 'second-factor', '--user', 'phone@example.org'];
    expect((await admin(args)).out).toBe('The user has no second step.\n');
    const { user_id } = JSON.parse((await admin([...args, '--json'])).out);
    await test.database
      .insertInto('second_factors')
      .values({ user_id, secret: Buffer.from('x'), confirmed_at: new Date() })
      .execute();
    expect((await admin(args)).out).toBe('An app, and 0 recovery codes.\n');
    expect((await logIn('phone@example.org')).statusCode).toBe(400);
    await test.database
      .insertInto('passkeys')
      .values({
        user_id,
        credential_id: 'key-of-phone',
        public_key: Buffer.from('x'),
        counter: 0,
        transports: [],
        name: 'Phone',
      })
      .execute();
    expect((await admin(args)).out).toContain('The passkey Phone.\n');
    expect((await admin([...args, '--remove'])).out).toBe('The second step is removed.\n');
    expect((await logIn('phone@example.org')).statusCode).toBe(201);
    expect((await admin([...args, '--remove'])).out).toBe('The user has no second step.\n');
  });

  it('invite create makes an invite that works once', async () => {
    const { out } = await admin(['invite', 'create', '--days', '3', '--json']);
    const { invite } = JSON.parse(out);
    const signUp = (email: string) =>
      test.app.inject({
        method: 'POST',
        url: '/api/v2/auth/signup',
        payload: { email, password: PASSWORD, name: 'I', terms: true, invite },
      });
    expect((await signUp('invited@example.org')).statusCode).toBe(201);
    expect((await signUp('again@example.org')).statusCode).toBe(400);
    expect((await admin(['invite', 'create', '--days', '0'])).code).toBe(2);
  });

  it.each([
    ['--from', '2027-02-30'],
    ['--until', '2027-02-30T10:00Z'],
    ['--from', '5'],
    ['--until', 'tomorrow'],
  ])('flash set refuses the time %s %s', async (option, time) => {
    const { code, error } = await admin(['flash', 'set', 'pause', '--text', 'x', option, time]);
    expect([code, error.split('\n')[0]]).toEqual([
      2,
      `${option} is "${time}": it must be a time such as 2027-01-31T08:00Z.`,
    ]);
  });

  it('flash set takes a time with or without its zone, or a day', async () => {
    for (const until of ['2999-01-31T08:00Z', '2999-01-31T08:00:30+02:00', '2999-01-31']) {
      const set = await admin(['flash', 'set', 'pause', '--text', 'x', '--until', until, '--json']);
      expect(set).toMatchObject({ code: 0, error: '' });
      const { ends_at } = await test.database
        .selectFrom('flash_messages')
        .select('ends_at')
        .where('name', '=', 'pause')
        .executeTakeFirstOrThrow();
      expect(ends_at).toEqual(new Date(until));
    }
    await admin(['flash', 'remove', 'pause']);
  });

  it('flash remove and plan retire say that there is no such name', async () => {
    expect(await admin(['flash', 'remove', 'puase'])).toMatchObject({
      code: 1,
      error: 'There is no message "puase".\n',
    });
    expect(await admin(['plan', 'retire', 'nope'])).toMatchObject({
      code: 1,
      error: 'There is no plan "nope".\n',
    });
  });

  it('token create makes a token for a user', async () => {
    const { user_id } = JSON.parse((await create('robot@example.org', '--json')).out);
    const args = ['token', 'create', '--user', String(user_id), '--name', 'Robot', '--json'];
    const { token } = JSON.parse((await admin(args)).out);
    expect((await me(token)).json().response.user.user_id).toBe(user_id);
    const limited = JSON.parse((await admin([...args, '--scope', 'numbers'])).out);
    expect(limited.scope).toBe('numbers');
    expect((await me(limited.token)).statusCode).toBe(403);
    const wrong = await admin([...args, '--scope', 'all']);
    expect(wrong.code).toBe(2);
    expect(wrong.error).toContain('--scope must be account or numbers.');
  });

  it('check ends with 1 and names what is wrong', async () => {
    const good = await admin(['check']);
    expect(good).toMatchObject({ code: 0, out: 'Nothing is wrong (accounts, media, host key).\n' });
    const { user_id } = JSON.parse((await create('broken@example.org', '--json')).out);
    await test.database
      .updateTable('users')
      .set({ deleted_at: new Date() })
      .where('user_id', '=', user_id)
      .execute();
    const bad = await admin(['check', '--json']);
    expect(bad.code).toBe(1);
    expect(JSON.parse(bad.out).problems).toEqual([
      {
        check: 'accounts',
        text: `The user ${user_id} is deleted, but has an e-mail address or a password.`,
      },
      { check: 'accounts', text: `The user ${user_id} is deleted, but is signed in.` },
    ]);
    await test.database.deleteFrom('users').where('user_id', '=', user_id).execute();
  });

  it('samples remove removes the samples', async () => {
    expect((await admin(['samples', 'remove'])).out).toBe('Removed 2 sample shows.\n');
    const { items } = (await test.app.inject({ url: '/api/v2/shows' })).json().response;
    expect(items).toEqual([]);
  });
});
