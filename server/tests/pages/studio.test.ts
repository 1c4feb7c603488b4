import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addUpload } from '../helpers/add-upload.ts';
import { type Author, author } from '../helpers/author.ts';
import { openSite } from '../helpers/open-site.ts';
import { type RadioServer, startRadio } from '../helpers/radio-server.ts';
import type { TestApp } from '../helpers/test-app.ts';
import { Visitor } from '../helpers/visitor.ts';

const DAY_MS = 86_400_000;

let test: TestApp;
let radio: RadioServer;
let ada: Author;
let browser: Visitor;
beforeAll(async () => {
  radio = await startRadio();
  test = await openSite({ IHR_URL: radio.url, IHR_PRIVATE: 'true' });
});
beforeEach(async () => {
  const member = await test.signIn();
  ada = author(test, member);
  browser = new Visitor(test, { as: member });
});
afterAll(async () => {
  await test?.close();
  await radio?.close();
});

describe('the page that begins an import', () => {
  it('leads to the earlier ones of its user', async () => {
    const add = (user_id: number, title: string) =>
      test.database
        .insertInto('imports')
        .values({ user_id, url: 'https://elsewhere.test/feed', title, author: '', proof_code: 'x' })
        .execute();
    await add(ada.userId, 'Salt and Iron');
    await add((await test.signIn()).userId, 'Of another person');
    const page = await browser.open('/dashboard/import');
    expect(page.main.has('link', 'Of another person')).toBe(false);
    expect((await page.main.follow('Salt and Iron')).heading).toBe('Salt and Iron');
  });
});

describe('the episodes of a show', () => {
  it('are chosen, deleted, taken back and searched', async () => {
    const { show_id } = await ada.makeShow({ title: 'Tidewater' });
    for (const title of ['Gulls', 'Terns']) await ada.makeEpisode({ show_id, title });
    const page = await browser.open(`/dashboard/shows/${show_id}`);
    const deleted = await page.main.check('Select Gulls').press('Delete');
    expect(deleted.text).toContain('1 episode was deleted.');
    expect(deleted.main.has('link', 'Gulls')).toBe(false);
    const back = await deleted.main.press('Take it back');
    expect(back.main.has('link', 'Gulls')).toBe(true);
    const box = back.main.get.getByRole<HTMLInputElement>('searchbox');
    const found = await back.open(
      `/dashboard/shows/${show_id}?${new URLSearchParams({ [box.name]: 'tern' })}`,
    );
    expect([found.main.has('link', 'Terns'), found.main.has('link', 'Gulls')]).toEqual([
      true,
      false,
    ]);
  });

  it('are chosen by their state, and a broken address is the first page', async () => {
    const { show_id } = await ada.makeShow();
    const long = await browser.open(`/dashboard/shows/${show_id}?q=${'x'.repeat(300)}`);
    expect(long.status).toBe(200);
    const empty = await browser.open(`/dashboard/shows/${show_id}?cursor=%00&state=none`);
    expect(empty.text).toMatch(/The first one begins with a title/);
    await ada.makeEpisode({ show_id, title: 'Flood' });
    const page = await browser.open(`/dashboard/shows/${show_id}`);
    expect((await page.main.follow('Scheduled')).text).toContain('No episode matches.');
    expect((await page.main.follow('Draft')).main.has('link', 'Flood')).toBe(true);
  });
});

describe('a show without episodes', () => {
  it('offers the first one, and nothing for a list', async () => {
    const { show_id } = await ada.makeShow();
    const { main, text } = await browser.open(`/dashboard/shows/${show_id}`);
    expect(text).toMatch(/The first one begins with a title/);
    expect(main.has('link', 'New episode')).toBe(true);
    expect([main.has('link', 'Scheduled'), main.has('button', 'Publish')]).toEqual([false, false]);
  });

  it('still says what was deleted, and takes it back', async () => {
    const { show_id } = await ada.makeShow();
    await ada.makeEpisode({ show_id, title: 'Gulls' });
    const page = await browser.open(`/dashboard/shows/${show_id}`);
    const deleted = await page.main.check('Select Gulls').press('Delete');
    expect(deleted.main.has('link', 'Scheduled')).toBe(false);
    const back = await deleted.main.press('Take it back');
    expect(back.main.has('link', 'Gulls')).toBe(true);
  });
});

describe('the offer to take a deletion back', () => {
  it('ends with the restoration, also at its old address', async () => {
    const { show_id } = await ada.makeShow({ title: 'Tidewater' });
    const { episode_id } = await ada.makeEpisode({ show_id });
    const offers = async (path: string) =>
      (await browser.open(path)).main.has('button', 'Take it back');
    const ofEpisode = `/dashboard/shows/${show_id}?deleted=${episode_id}`;
    expect(await offers(ofEpisode)).toBe(false);
    await ada.call('DELETE', `/episode/${episode_id}`);
    expect(await offers(ofEpisode)).toBe(true);
    await ada.call('POST', `/episode/${episode_id}/restore`);
    expect(await offers(ofEpisode)).toBe(false);

    const ofShow = `/dashboard?deleted=${show_id}`;
    await ada.call('DELETE', `/show/${show_id}`);
    expect(await offers(ofShow)).toBe(true);
    await ada.call('POST', `/show/${show_id}/restore`);
    expect(await offers(ofShow)).toBe(false);
  });
});

describe('an audio file that cannot be used', () => {
  it('leaves the audio of its episode, and the page says so', async () => {
    const { episode_id } = await ada.makeEpisode();
    const path = `/dashboard/episodes/${episode_id}`;
    const fail = async (id: number) => {
      const media_id = await addUpload(test.database, ada.userId, {
        state: 'uploading',
        media_id: null,
      });
      await ada.must('episode', 'PUT', `/episode/${id}`, { payload: { media_id } });
      await test.database
        .updateTable('uploads')
        .set({ state: 'failed', error: 'it is a film' })
        .where('upload_id', '=', media_id)
        .execute();
    };
    const { http_url } = await ada.publish(episode_id);
    await fail(episode_id);
    expect((await ada.read(episode_id)).http_url).toBe(http_url);
    const audio = (await browser.open(path)).main.part('region', 'Audio');
    expect(audio.text).toContain('The audio that was here before is still used.');
    expect(audio.text).toContain('Replace the audio');
  });
});

describe('what was deleted lately', () => {
  it('is restored by the author', async () => {
    const { show_id } = await ada.makeShow({ title: 'Tidewater' });
    const { episode_id } = await ada.makeEpisode({ show_id, title: 'Gulls' });
    expect((await browser.open('/dashboard/deleted')).text).toContain('Nothing to restore');
    await ada.call('DELETE', `/episode/${episode_id}`);
    await ada.call('DELETE', `/show/${show_id}`);
    const page = await (await browser.open('/dashboard')).main.follow('Recently deleted');
    expect(page.main.row('Tidewater').text).toContain('Can be restored until');
    const next = await page.main.press('Restore Tidewater'); // its episodes are listed only now
    expect(next.main.row('Gulls').text).toContain('Episode');
    const empty = await next.main.press('Restore Gulls');
    expect(empty.text).toContain('Nothing to restore');
    const show = await browser.open(`/dashboard/shows/${show_id}`);
    expect(show.main.has('link', 'Gulls')).toBe(true);
  });

  it('is the own list for a wrong user, and begins again at a wrong place in it', async () => {
    const admin = new Visitor(test, { as: await test.signIn({ admin: true }) });
    for (const user of ['x', '0', '-1', '1e3']) {
      const { status, text } = await admin.open(`/dashboard/deleted?user=${user}`);
      expect([user, status, text]).toEqual([user, 200, expect.stringContaining('Nothing')]);
    }
    expect((await admin.open('/dashboard/deleted?user=99999999')).status).toBe(404);
    const path = `/dashboard/deleted?user=${ada.userId}`;
    const broken = await admin.open(`${path}&cursor=%00`);
    expect([broken.status, broken.address]).toEqual([200, path]);
  });

  it('is restored by administrators alone, if one of them has removed it', async () => {
    const { show_id } = await ada.makeShow({ title: 'Tidewater' });
    const as = await test.signIn({ admin: true });
    await author(test, as).call('DELETE', `/show/${show_id}`);
    const page = await browser.open('/dashboard/deleted');
    expect(page.main.row('Tidewater').text).toContain('Only administrators can restore it.');
    expect(page.main.has('button', 'Restore Tidewater')).toBe(false);
    const path = `/dashboard/deleted?user=${ada.userId}`;
    const stranger = new Visitor(test, { as: await test.signIn() });
    expect((await stranger.open(path)).text).toContain('Nothing to restore');
    const restored = await (await new Visitor(test, { as }).open(path)).main.press(
      'Restore Tidewater',
    );
    expect(restored.address).toBe(path);
    expect(restored.text).toContain('Nothing to restore');

    expect((await browser.open(`/dashboard/shows/${show_id}`)).status).toBe(200);
  });
});

describe('the notes of an episode', () => {
  it('stay plain text in the editor, and have their lines on the page', async () => {
    const description = 'Rye & spelt <3\n\nMusic: Ólafur\n00:01 Oven';
    const { show_id } = await ada.makeShow();
    const payload = { show_id, title: 'Rye', description };
    const draft = await ada.must('episode', 'POST', '/episode', { payload });
    const page = await browser.open(`/dashboard/episodes/${draft.episode_id}`);
    expect(page.main.get.getByRole<HTMLTextAreaElement>('textbox', { name: /Notes/ }).value).toBe(
      description,
    );
    const { episode_id, site_url } = await ada.makeEpisode(payload);
    await ada.publish(episode_id);
    const { body } = await test.app.inject({ url: new URL(site_url).pathname });
    expect(body).toMatch(
      /<p>Rye &amp; spelt &lt;3<\/p><p>Music: Ólafur<br \/><a [^>]*data-seek="1">00:01<\/a> Oven<\/p>/,
    );
  });
});

describe('an episode for those who have its address', () => {
  it('shows the address to its author, who hands it out, but no feed', async () => {
    const { show_id } = await ada.makeShow();
    const payload = { show_id, title: 'Tide table' };
    const { episode_id } = await ada.must('episode', 'POST', '/episode', { payload });
    const open = async () => {
      const page = await browser.open(`/dashboard/episodes/${episode_id}`);
      expect(page.status).toBe(200);
      return page;
    };
    expect((await open()).has('region', 'It is on air')).toBe(false);
    await test.database
      .updateTable('episodes')
      .set({ state: 'private', access_key: 'k3y', published_at: new Date() })
      .where('episode_id', '=', episode_id)
      .execute();
    const box = (await open()).part('region', 'It is on air');
    expect(box.element.querySelector('input')?.value).toMatch(/tide-table\?key=k3y$/);
    expect(box.text).not.toContain('Feed and apps');
  });
});

describe('the pages of an episode and a show', () => {
  it('link the addresses in their notes', async () => {
    const { show_id } = await ada.makeShow();
    const description =
      '<p>See https://rye.test/a?b=1&amp;c, or <a href="https://x.test/">X</a>.</p>';
    const payload = { show_id, title: 'Spelt', description };
    const { episode_id, site_url } = await ada.makeEpisode(payload);
    await ada.publish(episode_id);
    const show = await ada.must('show', 'PUT', `/show/${show_id}`, { payload: { description } });
    for (const address of [site_url, show.site_url]) {
      const page = await browser.open(new URL(address).pathname);
      const links = [...page.main.element.querySelectorAll('.site-prose a')];
      expect(links.map((link) => link.getAttribute('href'))).toEqual([
        'https://rye.test/a?b=1&c',
        'https://x.test/',
      ]);
    }
  });
});

describe('the calendar', () => {
  it('moves a scheduled episode by a day', async () => {
    const episode = await ada.makeEpisode({ title: 'Low tide' });
    const now = new Date();
    // Every day around the middle of the next month belongs to the same month.
    const time = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15, 12));
    await ada.publish(episode.episode_id, { published_at: time.toISOString() });
    const month = time.toISOString().slice(0, 7);
    const page = await browser.open(`/dashboard/calendar?month=${month}`);
    const cellOf = ({ main }: typeof page) => main.get.getByText('Low tide').closest('td');
    expect(cellOf(page)?.textContent).toMatch(/15.*12:00/);
    const moved = await page.main.press('1 day later');
    expect(cellOf(moved)?.textContent).toContain('16');
    expect(await ada.read(episode.episode_id)).toMatchObject({
      state: 'scheduled',
      published_at: new Date(time.getTime() + DAY_MS).toISOString(),
    });
  });
});

describe('the schedule of a show', () => {
  it('is added, changed and removed by forms, with its time zone', async () => {
    const { show_id } = await ada.makeShow({ title: 'Tide tables' });
    const start = await browser.open(`/dashboard/shows/${show_id}`);
    const page = await start.main.follow('Schedule');
    const late = { Day: '4', Time: '20:30', 'Time zone': 'Mars/Olympus' };
    const refused = await page.main.part('region').fill(late).press('Add');
    expect(refused.main.part('alert').text).toContain('time zone');
    expect(refused.main.part('region').field('Time').value).toBe('20:30');
    const added = await refused.main
      .part('region')
      .fill({ Day: '4', 'Time zone': 'America/New_York' })
      .press('Add');
    expect(added.main.row('Tide tables').text).toMatch(/Thursday.*20:30.*America\/New York/);
    const changed = await added.main
      .row('Tide tables')
      .fill({ 'What is on': 'Low water', Day: '0' })
      .press('Save');
    expect(changed.main.row('Low water').text).toMatch(/Sunday.*20:30/);
    const removed = await changed.main.row('Low water').part('dialog').press('Remove');
    expect(removed.main.text).toContain('No weekly times yet.');
  });
});

describe('the private feeds of a show', () => {
  it('are made and ended by forms, and the address is shown once', async () => {
    const { show_id } = await ada.makeShow();
    const statusOf = async (address: string) => {
      const { pathname, search } = new URL(address);
      return (await test.app.inject({ url: pathname + search })).statusCode;
    };
    const feed = await browser.open(`/dashboard/shows/${show_id}/feed`);
    const empty = await feed.main.follow('Private feeds');
    expect(empty.text).toContain('No subscribers yet');
    const refused = await empty.main.fill({ Name: '\u200b' }).press('Add');
    expect(refused.main.wordsAt('Name')).toMatch(/^must not be empty/);
    const made = await refused.main.fill({ Name: 'Cleo' }).press('Add');
    const { value: address } = made.main.field('Address of the feed of Cleo');
    expect([await statusOf(address), made.main.field('Name').value]).toEqual([200, '']);
    const later = await browser.open(made.address);
    expect(later.element.innerHTML).not.toContain('token=');
    expect(later.main.row('Cleo').text).toMatch(/Added.*Last read/);
    const ended = await later.main.row('Cleo').part('dialog').press('End');
    expect([await statusOf(address), ended.main.has('listitem', 'Cleo')]).toEqual([401, false]);
    expect(ended.text).toContain('No subscribers yet');
  });

  it('have pages, and the last page is never empty', async () => {
    const { show_id } = await ada.makeShow();
    const rows = Array.from({ length: 51 }, (_, n) => ({
      show_id,
      name: `Reader ${n}`,
      token_hash: Buffer.from(`${show_id} ${n}`),
    }));
    await test.database.insertInto('feed_tokens').values(rows).execute();
    const first = await browser.open(`/dashboard/shows/${show_id}/private-feeds`);
    const last = await first.main.follow('Next');
    expect(last.main.has('button', 'End the feed of Reader 0')).toBe(true);
    const left = await last.main.row('Reader 0').part('dialog').press('End');
    expect(left.main.has('button', 'End the feed of Reader 50')).toBe(true);
  });
});

describe('the comments of an episode', () => {
  it('are answered and removed by their author', async () => {
    const { episode_id } = await ada.makeEpisode();
    await ada.publish(episode_id);
    const listener = await test.signIn();
    await test.app.inject({
      method: 'POST',
      url: `/api/v2/episodes/${episode_id}/messages`,
      headers: listener.headers,
      payload: { text: 'Where was this?' },
    });
    const page = await browser.open(`/dashboard/episodes/${episode_id}/messages`);
    expect(page.main.field('Your answer').value).toMatch(/^@Tester \d+ $/);
    const refused = await page.main.fill({ 'Your answer': '\u200b' }).press('Send');
    expect(refused.main.part('alert').text).toContain('must not be empty');
    const answered = await refused.main.fill({ 'Your answer': 'In the harbour.' }).press('Send');
    expect(answered.main.row('In the harbour.').text).toContain('In the harbour.');
    const asked = answered.main.row('Where was this?').part('dialog');
    expect((await asked.press('Remove')).text).not.toContain('Where was this?');
  });
});

describe('the page of a feed', () => {
  it('says what apps refuse, and moves the feed away and back', async () => {
    const { show_id } = await ada.makeShow({ title: 'Tidewater', language: 'en' });
    const show = await browser.open(`/dashboard/shows/${show_id}`);
    const page = await show.main.follow('Feed');
    const check = page.main.part('region', 'What podcast apps will say');
    expect(check.text).toContain('Refused: There is no cover.');
    const to = 'https://new.example/feed.xml';
    page.main.fill({ 'Address of the new feed': to }).check(/The show is complete at the new host/);
    const moved = await page.main.press('Move the feed');
    expect(moved.main.text).toContain(`redirects to ${to}`);
    const feed = () => test.app.inject(`/show/${show_id}/episodes/feed`);
    const { statusCode, headers } = await feed();
    expect([statusCode, headers.location]).toEqual([301, to]);
    const back = await moved.main.press('Bring it back here');
    expect(back.main.has('textbox', 'Address of the new feed')).toBe(true);
    expect((await feed()).statusCode).toBe(200);
  });
});

describe('the radio directory', () => {
  it('is asked by a form, and says why it refuses', async () => {
    radio.verdict = { state: 'refused', message: 'Too quiet.' };
    const { show_id } = await ada.makeShow({ title: 'Silence' });
    const panelOf = async (page: ReturnType<Visitor['open']>) =>
      (await page).part('region', 'Radio directory');
    const address = `/dashboard/shows/${show_id}/feed`;
    const early = await panelOf((await panelOf(browser.open(address))).press('Submit the show'));
    expect(early.part('alert').text).toContain('publish it first');
    await ada.publish((await ada.makeEpisode({ show_id })).episode_id);
    await (await panelOf(browser.open(address))).press('Submit the show');
    await test.runJobs();
    await expect
      .poll(async () => (await panelOf(browser.open(address))).text)
      .toContain('Too quiet.');
  });

  it('lists a show, with its own words, until the show is withdrawn after a question', async () => {
    radio.verdict = { state: 'listed', message: 'On air at <b>98.5</b>' };
    const { show_id } = await ada.makeShow({ title: 'Tidewater' });
    await ada.publish((await ada.makeEpisode({ show_id })).episode_id);
    const open = async () =>
      (await browser.open(`/dashboard/shows/${show_id}/feed`)).part('region', 'Radio directory');
    const panel = await open();
    expect(panel.text).toContain('not in the radio directory');
    await panel.press('Submit the show');
    await test.runJobs();
    await expect.poll(async () => (await open()).text).toContain('lists the show');
    const listed = await open();
    expect(listed.element.querySelector('blockquote')?.textContent).toBe('On air at <b>98.5</b>');
    const titles = () => [...radio.listings.values()].map(({ title }) => title);
    expect(titles()).toContain('Tidewater');
    const withdrawn = await listed.part('dialog').press('Withdraw the show');
    expect(withdrawn.part('region', 'Radio directory').has('button', 'Submit the show')).toBe(true);
    await test.runJobs();
    await expect.poll(titles).not.toContain('Tidewater');
  });
});

describe('the ad campaigns of an author', () => {
  it('are paused, resumed and ended by forms', async () => {
    await ada.makeShow();
    const media_id = await addUpload(test.database, ada.userId);
    const payload = { title: 'Soap', media_id };
    await ada.call('POST', `/v2/user/${ada.userId}/ads/campaigns`, { payload });
    const page = await (await browser.open('/dashboard')).main.follow('Ads');
    expect(page.main.row('Soap').text).toMatch(/Not heard yet.*Running/);
    const paused = await page.main.press('Pause Soap');
    expect(paused.main.row('Soap').text).toContain('Paused');
    const resumed = await paused.main.press('Resume Soap');
    expect(resumed.main.row('Soap').text).toContain('Running');
    const one = await resumed.main.row('Soap').follow('Soap');
    expect([one.heading, one.main.field('Name').value]).toEqual(['Soap', 'Soap']);
    const ended = await resumed.main.row('Soap').part('dialog').press('End');
    expect(ended.main.row('Soap').text).toContain('Ended');
    expect(ended.main.has('button', /^(Pause|End) Soap/)).toBe(false);
  });
});

describe('the pages of an author', () => {
  it.each(['chapters', 'transcript'])('know the version of the %s that they show', async (part) => {
    const { episode_id } = await ada.makeEpisode();
    const { answer } = await ada.call('GET', `/episode/${episode_id}/${part}?optional=true`);
    const url = `/dashboard/episodes/${episode_id}/${part}`;
    const { body } = await test.app.inject({ url, headers: ada.cookies });
    expect(body).toContain(`"tag":${JSON.stringify(answer.headers.etag)}`);
  });

  it('do not exist for strangers', async () => {
    const { show_id } = await ada.makeShow();
    const payload = { show_id, title: 'A draft' };
    const { episode_id } = await ada.must('episode', 'POST', '/episode', { payload });
    const stranger = new Visitor(test, { as: await test.signIn() });
    const paths = [
      `shows/${show_id}`,
      `shows/${show_id}/edit`,
      `shows/${show_id}/feed`,
      `shows/${show_id}/people`,
      `shows/${show_id}/private-feeds`,
      `shows/${show_id}/episodes/new`,
      `episodes/${episode_id}`,
      `episodes/${episode_id}/chapters`,
      `episodes/${episode_id}/transcript`,
      `episodes/${episode_id}/messages`,
    ];
    for (const path of paths) {
      const status = async (who: Visitor) => (await who.open(`/dashboard/${path}`)).status;
      expect([path, await status(browser), await status(stranger)]).toEqual([path, 200, 404]);
    }
  });

  it.each(['shows/0x1/edit', 'shows/99999999/edit', 'import/x', 'import/99999999'])(
    'do not exist for %s',
    async (path) => {
      expect((await browser.open(`/dashboard/${path}`)).status).toBe(404);
    },
  );
});
