import { afterAll, beforeAll, expect, it } from 'vitest';
import { indexAll } from '../../src/features/search/search.ts';
import { author } from '../helpers/author.ts';
import { openSite } from '../helpers/open-site.ts';
import type { SignedIn, TestApp } from '../helpers/test-app.ts';
import { Visitor } from '../helpers/visitor.ts';

/** Runs as a script, if a page takes it for markup. */
const EVIL = `"><img src=x onerror=window.hit=1><script>window.hit=1</script>'\${alert(1)}`;

let test: TestApp;
let member: SignedIn;
let paths: Record<string, string>;
beforeAll(async () => {
  test = await openSite();
  member = await test.signIn();
  const { call, makeShow, makeEpisode, publish, must } = author(test, member);
  const name = EVIL.slice(0, 60);
  await call('PUT', `/user/${member.userId}`, { payload: { name, description: EVIL } });
  const description = `<p>${EVIL}</p><a href="javascript:window.hit=1">x</a>`;
  const words = { title: EVIL, subtitle: EVIL, author: EVIL };
  const { show_id, site_url: show } = await makeShow({ ...words, description });
  await call('POST', `/show/${show_id}/feed-tokens`, { payload: { name: EVIL } });
  const notes = `<p onclick="window.hit=1">${EVIL}</p><svg onload=window.hit=1>`;
  const fields = { show_id, title: EVIL, description: notes, tags: ['harbour'] };
  const { episode_id } = await makeEpisode(fields);
  await publish(episode_id);
  const draft = await must('episode', 'POST', '/episode', { payload: fields });
  const chapters = [{ starts_at: 0, title: EVIL }];
  await call('PUT', `/episode/${episode_id}/chapters`, { payload: { chapters } });
  await call('PUT', `/episode/${episode_id}/transcript`, {
    headers: { 'content-type': 'text/vtt' },
    payload: `WEBVTT\n\n00:00:01.000 --> 00:00:03.000\n<v ${EVIL.replaceAll('>', '')}>${EVIL}\n`,
  });
  await call('POST', `/v2/episodes/${episode_id}/messages`, { payload: { text: EVIL } });
  await indexAll(test.database);
  const { site_url: episode } = await must('episode', 'GET', `/v2/episodes/${episode_id}`);
  paths = {
    home: '/',
    show: new URL(show).pathname,
    episode: new URL(episode).pathname,
    user: `/user/${member.permalink}`,
    search: `/search?q=${encodeURIComponent(EVIL)}`,
    tag: '/tag/harbour',
    newest: '/podcasts/new',
    transcript: `/episode/${episode_id}/transcript`,
    report: `/report?episode_id=${episode_id}`,
    dashboard: '/dashboard',
    'show in the studio': `/dashboard/shows/${show_id}`,
    'settings of the show': `/dashboard/shows/${show_id}/edit`,
    feed: `/dashboard/shows/${show_id}/feed`,
    people: `/dashboard/shows/${show_id}/people`,
    'private feeds': `/dashboard/shows/${show_id}/private-feeds`,
    'draft in the studio': `/dashboard/episodes/${draft.episode_id}`,
    chapters: `/dashboard/episodes/${episode_id}/chapters`,
    comments: `/dashboard/episodes/${episode_id}/messages`,
    inbox: '/dashboard/messages',
    calendar: '/dashboard/calendar',
    fans: '/dashboard/fans',
    settings: '/account/settings',
  };
});
afterAll(() => test?.close());

it('hostile words of members stay words on every page', async () => {
  const browser = new Visitor(test, { as: member });
  const without = ['calendar', 'fans', 'newest', 'tag', 'home', 'report'];
  for (const [name, path] of Object.entries(paths)) {
    const { status, element } = await browser.open(path);
    const harmed = [...element.querySelectorAll('*')].filter(
      (one) =>
        one.getAttributeNames().some((attribute) => attribute.startsWith('on')) ||
        one.getAttribute('src') === 'x' ||
        /^javascript:/.test(one.getAttribute('href') ?? '') ||
        (one.localName === 'script' && one.textContent === 'window.hit=1'),
    );
    expect([name, status, ...harmed.map(({ outerHTML }) => outerHTML)]).toEqual([name, 200]);
    if (!without.includes(name))
      expect([name, element.innerHTML]).toEqual([name, expect.stringContaining('onerror')]);
  }
});
