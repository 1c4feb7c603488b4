import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MailSender } from '../../../src/config/mail.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { jobs } from '../../../src/platform/jobs/jobs.ts';
import { collectTasks } from '../../../src/platform/jobs/task.ts';
import { startWorker } from '../../../src/platform/jobs/worker.ts';
import { mail, mailTasks } from '../../../src/platform/mail/mail.ts';
import { isMailAddress } from '../../../src/platform/mail/mail-address.ts';
import { type MailServer, openMailServer } from '../../helpers/mail-server.ts';
import { runDueJobs } from '../../helpers/run-jobs.ts';
import { openTestDatabase, type TestDatabase } from '../../helpers/test-database.ts';
import { makeLog, readLog, testTasks } from '../../helpers/test-tasks.ts';

let test: TestDatabase;
let dataDir = '';
let server: MailServer | null = null;
beforeAll(async () => {
  test = await openTestDatabase();
  await makeLog(test.database);
});
afterAll(() => test.close());
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'earshot-mail-'));
});
afterEach(async () => {
  await server?.close();
  server = null;
  await sql`
    select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs`.execute(
    test.database,
  );
  await rm(dataDir, { recursive: true });
});

const mailFrom = { name: 'Ear “shot”, Inc.', address: 'no-reply@pod.example' };
const link = `https://pod.example/reset?token=${'x'.repeat(120)}`;

const run = (smtpUrl: string | null, options = {}, from: MailSender = mailFrom) =>
  runDueJobs({
    database: test.database,
    tasks: collectTasks([mailTasks]),
    deps: { config: { smtpUrl, mailFrom: from, dataDir, productName: 'Radio Uno' } },
    ...options,
  });
const send = (overrides = {}) =>
  mail.send(test.database, {
    to: 'anna@example.org',
    subject: 'Ciao, perché no? 🎙',
    text: `Buongiorno!\n\n${link}\n`,
    ...overrides,
  });
const countJobs = async () =>
  (await sql`select from graphile_worker.jobs`.execute(test.database)).rows.length;
const waiting = async () =>
  (
    await sql<{ attempts: number; max_attempts: number; last_error: string }>`
      select attempts, max_attempts, last_error from graphile_worker.jobs`.execute(test.database)
  ).rows;

describe('mail', () => {
  it('arrives at the mail server, from the sender to one receiver', async () => {
    server = await openMailServer();
    await send();
    expect(server.mails).toEqual([]);
    expect(await run(server.url)).toEqual([]);
    expect(server.mails).toMatchObject([{ from: mailFrom.address, to: ['anna@example.org'] }]);
    const raw = server.mails[0]?.raw ?? '';
    expect(raw).toMatch(/^To: anna@example\.org\r\n/m);
    expect(raw).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(raw).toMatch(/^Message-ID: <\d{14}-[0-9a-f]{12}@pod\.example>\r\n/m);
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r\n/m);
    expect(await countJobs()).toBe(0);
  });

  it('has the present name of the host, unless MAIL_FROM has one', async () => {
    server = await openMailServer();
    await send();
    await run(server.url, {}, { ...mailFrom, name: null });
    expect(server.mails[0]?.raw).toMatch(/^From: Radio Uno <no-reply@pod\.example>\r\n/m);
  });

  it('is sent only if the transaction is committed', async () => {
    server = await openMailServer();
    const failing = test.database.transaction().execute(async (transaction) => {
      await mail.send(transaction, { to: 'anna@example.org', subject: 'Never', text: 'Never' });
      throw new Error('It is rolled back.');
    });
    await expect(failing).rejects.toThrow();
    await run(server.url);
    expect(server.mails).toEqual([]);
  });

  it('has the same message id at each attempt', async () => {
    let refusals = 1;
    server = await openMailServer({
      onRcptTo(_address, _session, callback) {
        refusals -= 1;
        callback(refusals >= 0 ? Object.assign(new Error('Later'), { responseCode: 451 }) : null);
      },
    });
    await send();
    const said = await run(server.url, { mayFail: true });
    expect(said).toEqual([
      expect.stringMatching(/attempt 1 of 10, it will be tried again: .*Later/),
    ]);
    await run(server.url, { until: new Date(Date.now() + 60_000) });
    expect(server.mails).toHaveLength(1);
  });

  it('waits for a mail server that is away', async () => {
    server = await openMailServer();
    const { url } = server;
    await server.close();
    server = null;
    await send();
    const [said = ''] = await run(url, { mayFail: true });
    expect(said).toMatch(/^Job \d+ \(send_mail\) failed in attempt 1 of 10, .*ECONNREFUSED/);
    expect(said).not.toContain('token=');
    expect(await waiting()).toMatchObject([{ attempts: 1, max_attempts: 10 }]);
  });

  it('keeps no other job waiting if the mail server does not answer', async () => {
    const begun = vi.fn();
    server = await openMailServer({ onData: begun, closeTimeout: 10 });
    for (let at = 0; at < 9; at++) await send();
    const config = { smtpUrl: server.url, mailFrom, dataDir, productName: 'Radio Uno' };
    const worker = startWorker({
      ...test,
      tasks: collectTasks<{ config: typeof config; database: Database }>([mailTasks, testTasks]),
      deps: { config, database: test.database },
      report() {},
      finishWithinMs: 50,
    });
    await vi.waitFor(() => expect(begun).toHaveBeenCalledTimes(3));
    await jobs.add(test.database, 'test_note', { note: 'on time' });
    await vi.waitFor(async () =>
      expect(await readLog(test.database)).toMatchObject([{ note: 'on time' }]),
    );
    await server.close(); // ends what waits for it
    await worker.stop();
  });

  it('is given up if the mail server refuses the receiver', async () => {
    server = await openMailServer({
      onRcptTo: (_address, _session, callback) =>
        callback(Object.assign(new Error('No such user'), { responseCode: 550 })),
    });
    await send();
    const [said] = await run(server.url, { mayFail: true });
    expect(said).toMatch(/it is given up: .*No such user/);
  });

  it('is tried again if the mail server refuses the sender, which the operator can change', async () => {
    server = await openMailServer({
      onMailFrom: (_address, _session, callback) =>
        callback(Object.assign(new Error('Sender refused'), { responseCode: 550 })),
    });
    await send();
    const [said] = await run(server.url, { mayFail: true });
    expect(said).toMatch(/attempt 1 of 10, it will be tried again: .*Sender refused/);
  });

  it('arrives at a server of this machine that signs its own certificate', async () => {
    const secure = vi.fn();
    server = await openMailServer({
      disabledCommands: [],
      onMailFrom: (_address, session, callback) => {
        secure(session.secure);
        callback();
      },
    });
    await send();
    await run(server.url);
    expect(server.mails).toHaveLength(1);
    expect(secure).toHaveBeenCalledExactlyOnceWith(true);
    const other = server.url.replace('127.0.0.1', '0.0.0.0');
    await send();
    const [said] = await run(other, { mayFail: true });
    expect(said).toMatch(/attempt 1 of 10, .*certificate/);
  });

  it('sends no password over an open connection to another machine', async () => {
    const login = vi.fn((_auth, _session, callback) => callback(null, { user: 'us' }));
    server = await openMailServer({ onAuth: login, allowInsecureAuth: true });
    const other = server.url.replace('127.0.0.1', 'us:pw@0.0.0.0');
    await send();
    const [said] = await run(other, { mayFail: true });
    expect(said).toMatch(/attempt 1 of 10, .*TLS/);
    expect(login).not.toHaveBeenCalled();
    const until = new Date(Date.now() + 60_000);
    await run(`${other}/?requireTLS=false`, { until });
    expect(login).toHaveBeenCalled();
    expect(server.mails).toHaveLength(1);
  });

  it.each([
    'Hello\r\nBcc: eve@example.org',
    'Hello\nBcc: eve@example.org',
    'Hello\r\n\r\nA body of its own',
    'Hello\u2028Bcc: eve@example.org',
    'Hello\0\x0bBcc: eve@example.org',
  ])('gets no header and no body from the subject %j', async (subject) => {
    server = await openMailServer();
    await send({ subject });
    await run(server.url);
    const [head = ''] = server.mails[0]?.raw.split('\r\n\r\n') ?? [];
    expect(server.mails[0]?.to).toEqual(['anna@example.org']);
    expect(head).not.toMatch(/^Bcc:/im);
    expect(head.match(/^Subject:/gm)).toHaveLength(1);
    expect(server.mails[0]?.raw).toContain('Buongiorno');
  });

  it.each([
    'anna@example.org, eve@example.org',
    'anna@example.org\r\nBcc: eve@example.org',
    'anna@example.org\n',
    'Anna <anna@example.org>',
    '"anna\r\nX: y"@example.org',
    'anna@example.org>',
    'anna',
    '@example.org',
    'anna@',
    'anna@-example.org',
    'an..na@example.org',
    'anna@[127.0.0.1]',
    `${'a'.repeat(65)}@example.org`,
    `a@${'b.'.repeat(130)}org`,
    '',
  ])('refuses the receiver %j', async (to) => {
    await expect(send({ to })).rejects.toThrow(TypeError);
    expect(await countJobs()).toBe(0);
  });

  it('takes a dot or header lines in the text as text', async () => {
    server = await openMailServer();
    await send({ text: 'Bcc: eve@example.org\n.\nQUIT\n' });
    await run(server.url);
    expect(server.mails).toHaveLength(1);
    expect(server.mails[0]?.raw).toMatch(/\r\n\r\nBcc: eve@example\.org\r\n\.\r\nQUIT\r\n/);
  });
});

describe('the outbox', () => {
  it('gets each mail as a file that only this user can read, and a line in the log', async () => {
    await send();
    const said = await run(null);
    const [name = '', ...others] = await readdir(join(dataDir, 'outbox'));
    expect(others).toEqual([]);
    const path = join(dataDir, 'outbox', name);
    expect(said).toEqual([`A mail is in ${path}, because SMTP_URL is not set.`]);
    expect(name).toMatch(/^\d{14}-[0-9a-f]{12}\.eml$/);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const text = await readFile(path, 'utf8');
    expect(text).toContain('To: anna@example.org\r\n');
    expect(text).toContain(`\r\n\r\nBuongiorno!\r\n\r\n${link}\r\n`);
    expect(text).toContain('Content-Transfer-Encoding: 8bit\r\n');
  });

  it('is not a way out of the folder', async () => {
    await send({ to: '/etc/x@example.org', subject: '../../x' });
    await run(null);
    expect(await readdir(join(dataDir, 'outbox'))).toHaveLength(1);
    expect(await readdir(dataDir)).toEqual(['outbox']);
  });
});

describe('isMailAddress', () => {
  it.each([
    'a@b',
    'anna.bianchi+pod@mail.example.org',
    'δοκιμή@παράδειγμα.gr',
    "o'neil@example.org",
  ])('knows %s', (address) => expect(isMailAddress(address)).toBe(true));
});
