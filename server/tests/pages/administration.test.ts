import type { Show } from 'earshot/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addEpisode, addShow } from '../helpers/add-episode.ts';
import { askApi } from '../helpers/ask-api.ts';
import { openSite } from '../helpers/open-site.ts';
import type { SignedIn, TestApp } from '../helpers/test-app.ts';
import { Visitor } from '../helpers/visitor.ts';

const SHOW = 'http://site.test/show/field-notes-on-sound';

let test: TestApp;
let admin: Visitor;
let member: SignedIn;
beforeAll(async () => {
  test = await openSite({ BACKUP_DIRECTORY: '/not-used' });
});
beforeEach(async () => {
  admin = new Visitor(test, { as: await test.signIn({ admin: true }) });
  member = await test.signIn();
});
afterAll(() => test?.close());

const ask: ReturnType<typeof askApi> = (...args) => askApi(test)(...args);

describe('the pages of administrators', () => {
  it.each([
    '/admin',
    '/admin/numbers',
    '/admin/lists',
    '/admin/reports',
    '/admin/log',
    '/admin/settings',
    '/admin/ads',
    '/admin/doctor',
  ])('do not exist for a member: %s', async (path) => {
    expect((await new Visitor(test, { as: member }).open(path)).status).toBe(404);
    expect((await admin.open(path)).status).toBe(200);
  });

  it('tell when the last backup was made, and why the next one failed', async () => {
    expect((await admin.open('/admin')).main.text).not.toContain('Last backup');
    const since = new Date('2026-01-01T03:30:00Z');
    const good = { name: 'x', made_at: since, bytes: 2.5e9 };
    const failure = { failed_at: since, error: 'The folder is full.' };
    const state = { since, ...good, ...failure };
    await test.database.insertInto('backup_state').values(state).execute();
    const { text } = (await admin.open('/admin')).part('region', 'Last backup');
    expect(text).toContain('1 Jan 2026');
    expect(text).toContain('2.5 GB');
    expect(text).toContain('The last backup is too old.');
    expect(text).toContain('The last attempt failed: The folder is full.');
    await test.database.deleteFrom('backup_state').execute();
  });

  it('plan a message to everybody, change it, end it and remove it', async () => {
    const section = (await admin.open('/admin')).part('region', 'Messages to everybody');
    section.fill({
      Text: 'A long night',
      'Name, in small letters, digits and underscores': 'night',
      'Shown from (UTC)': '2031-05-01T08:00',
    });
    const planned = await section.press('Show the message');
    expect(planned.main.row('A long night').text).toContain('Later');
    const visit = () => new Visitor(test).open('/');
    expect((await visit()).has('region', 'Message of this host')).toBe(false);
    const changed = await planned.main
      .row('A long night')
      .fill({ Text: 'A short night', 'Shown from (UTC)': '' })
      .press('Save');
    expect(changed.main.row('A short night').text).toContain('Shown');
    expect((await visit()).part('region', 'Message of this host').text).toContain('A short night');
    const ended = await changed.main.row('A short night').press('End night now');
    expect(ended.main.row('A short night').text).toContain('Over');
    const left = await ended.main.row('A short night').press('Remove night');
    expect(left.main.text).not.toContain('A short night');
  });

  it('examine a page, and show what is wrong and the line that changes it', async () => {
    const url = 'https://blog.example/post';
    const form = (await admin.open('/admin/doctor')).main;
    const waiting = await form.fill({ 'Address of the page': url }).press('Examine the page');
    expect(waiting.main.text).toContain('waits for another one');
    const { visit_id } = await test.database
      .selectFrom('doctor_visits')
      .select('visit_id')
      .where('url', '=', url)
      .executeTakeFirstOrThrow();
    const mend = { place: 'markup', before: '<iframe sandbox>', after: '<iframe>' };
    const player = { host: 'earshot', kind: 'frame', address: 'https://a.test/player', line: 7 };
    const finding = {
      ...player,
      path: 'main > iframe',
      reason: 'sandbox',
      about: '',
      shownBy: null,
    };
    const change = (values: object) =>
      test.database.updateTable('doctor_visits').set(values).where('url', '=', url).execute();
    await change({ state: 'done', findings: JSON.stringify([{ ...finding, mends: [mend] }]) });
    const { text } = (await admin.open(`/admin/doctor?visit=${visit_id}`)).main;
    expect(text).toContain('1 player needs a change.');
    expect(text).toContain('The frame has a sandbox without scripts');
    expect(text).toContain('Line 7');
    expect(text).toContain('<iframe sandbox>');
    await change({ state: 'failed', findings: '[]', error: 'blog.example answered 500.' });
    const failed = (await admin.open(`/admin/doctor?visit=${visit_id}`)).main;
    expect(failed.text).toContain('blog.example answered 500.');
    expect((await admin.open('/admin/doctor')).main.row(url).text).toContain('Failed');
  });

  it('tell who did what, and find it by user and action', async () => {
    const owner = new Visitor(test, { as: member });
    const show_id = await addShow(test.database, member.userId, { title: 'Night Shift' });
    await ask(`PUT /show/${show_id}`, member, { title: 'Day Shift' });
    await ask(`PUT /v2/host/accounts/${member.userId}`, await test.signIn({ admin: true }), {
      is_admin: false,
    });
    const all = await admin.open('/admin/log');
    expect(all.main.text).toContain("Administrator's rights changed");
    const found = await all.main
      .fill({ User: member.permalink, Action: 'Show changed' })
      .press('Show');
    expect(found.main.text).toContain('Show changed Night Shift');
    expect(found.main.text).toMatch(/title Night Shift Day Shift/);
    const own = await owner.open(`/dashboard/shows/${show_id}/log`);
    expect(own.main.text).toContain('Night Shift Day Shift');
    expect(own.main.text).not.toContain('127.0.0');
    const editor = await test.signIn();
    await ask(`POST /show/${show_id}/members`, member, { user: editor.permalink });
    const visit = new Visitor(test, { as: editor });
    expect((await visit.open(`/dashboard/shows/${show_id}/log`)).status).toBe(404);
    expect((await visit.open(`/dashboard/shows/${show_id}`)).main.has('link', 'Log')).toBe(false);
  });

  it('make a list, fill it, and publish it', async () => {
    const lists = await admin.open('/admin/lists');
    const made = await lists.main.fill({ Title: 'For the harbour' }).press('Make the list');
    expect(made.main.row('For the harbour').text).toContain('Draft');
    const list = await made.main.follow('For the harbour');
    expect(list.heading).toBe('For the harbour');
    const address = 'Address of a show';
    const refused = await list.main.fill({ [address]: 'https://elsewhere.test/' }).press('Add');
    expect(refused.main.part('alert').text).toContain('must be the address of the page');
    const filled = await refused.main.fill({ [address]: SHOW }).press('Add');
    expect(filled.main.has('link', 'Field Notes on Sound')).toBe(true);
    const published = await filled.main.press('Publish');
    const seen = await published.main.follow('View the list');
    expect(seen.heading).toBe('For the harbour');
    expect(seen.main.text).toContain('Field Notes on Sound');
  });

  it('find an account, and make it an administrator', async () => {
    const email = `${member.permalink}@example.org`;
    const page = await admin.open('/admin');
    const label = 'Search name, e-mail or permalink';
    const found = await page.main.fill({ [label]: email }).enter(label);
    expect(found.address).toContain('q=');
    const made = await found.main.row(email).part('dialog').press('Make administrator');
    expect(made.main.row(email).text).toContain('Administrator');
  });

  it('change the terms of the host, of which nothing runs', async () => {
    const page = await admin.open('/admin/settings');
    const text = '## Be kind\n\n<img src=x onerror=alert(1)> Always.';
    const saved = await page.main.fill({ 'Terms of Service': text }).press('Save Terms of Service');
    expect(saved.status).toBe(200);
    const terms = await saved.open('/terms');
    expect(terms.has('heading', 'Be kind')).toBe(true);
    expect(terms.main.element.querySelector('img')).toBeNull();
    await (await saved.open('/admin/settings')).main
      .fill({ 'Terms of Service': '' })
      .press('Save Terms of Service');
    expect((await saved.open('/terms')).text).toContain('What you publish stays yours.');
  });

  it('make an invite once signups need one, which works for one signup', async () => {
    const keeper = await test.signIn({ admin: true });
    const setSignup = (signup: string | null) => ask('PUT /v2/host/settings', keeper, { signup });
    const signUp = (invite: string, name: string) =>
      ask('POST /v2/auth/signup', undefined, {
        ...{ name, invite, email: `${name}@example.org`, password: 'a rope of nine strands' },
        terms: true,
      });
    expect((await admin.open('/admin/settings')).has('button', 'Make an invite')).toBe(false);
    await setSignup('invite');
    const made = await (await admin.open('/admin/settings')).main.press('Make an invite');
    const link = made.main.element.querySelector<HTMLInputElement>('.site-secret input')?.value;
    const address = new URL(link ?? '');
    expect(address.href).toMatch(/^http:\/\/site\.test\/signup\?invite=[\w-]{20,}$/);
    const invite = address.searchParams.get('invite') ?? '';
    expect((await signUp('', 'uma')).status).toBe(400);
    expect((await signUp(invite, 'ulf')).status).toBe(201);
    expect((await signUp(invite, 'ute')).status).toBe(400);
    const log = await admin.open('/admin/log');
    expect(log.main.text).toContain('Invite made');
    expect(log.main.text).not.toContain(invite);
    await setSignup(null);
    expect((await ask('POST /v2/host/invites', member, {})).status).toBe(403);
  });
});

describe('a report', () => {
  it('is written by a listener, and read by an administrator, who deletes the comment', async () => {
    const id = await addEpisode(test.database, await addShow(test.database, member.userId));
    await ask(`POST /v2/episodes/${id}/messages`, member, { text: 'Buy my boats!' });
    const { episode } = (await ask<{ episode: { site_url: string } }>(`GET /v2/episodes/${id}`))
      .response;
    const listener = new Visitor(test, { as: await test.signIn() });
    const page = await listener.open(episode.site_url);
    const form = await page.main.row('Buy my boats!').follow('Report');
    expect(form.heading).toBe('Report to the administrators');
    form.main
      .check('Advertising or spam')
      .fill({ 'What should the administrators know?': 'The third time.' });
    expect((await form.main.press('Send the report')).heading).toBe('Thank you');

    const reports = await admin.open('/admin/reports');
    const report = reports.main.row('Buy my boats!');
    expect(report.text).toContain('Advertising or spam');
    expect(report.text).toContain('The third time.');
    const left = await report.part('dialog', /^Delete/).press('Delete');
    expect(left.main.text).not.toContain('Buy my boats!');
    expect((await listener.open(episode.site_url)).text).not.toContain('Buy my boats!');
  });
});

describe('the people of a show', () => {
  it('are added by the address of their page, and removed after a question', async () => {
    const { show } = (await ask<{ show: Show }>('POST /show', member, { title: 'Tidewater' }))
      .response;
    const editor = await test.signIn();
    const owner = new Visitor(test, { as: member });
    const page = await owner.open(`/dashboard/shows/${show.show_id}/people`);
    expect(page.text).toContain('The owner is the only person who works on this show.');
    const label = 'Address of their page here';
    const added = await page.main
      .fill({ [label]: `http://site.test/user/${editor.permalink}` })
      .enter(label);
    const name = `Tester ${editor.permalink.replace('tester-', '')}`;
    const left = await added.main.row(name).part('dialog').press('Remove');
    expect(left.text).toContain('The owner is the only person who works on this show.');
  });
});

describe('the fans of an author', () => {
  it('are listed', async () => {
    const fan = await test.signIn();
    await ask(`PUT /v2/users/${fan.userId}/followings/${member.userId}`, fan, {});
    const page = await new Visitor(test, { as: member }).open('/dashboard/fans');
    expect(page.main.element.querySelector(`a[href$="${fan.permalink}"]`)).not.toBeNull();
  });
});
