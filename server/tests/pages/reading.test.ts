import type { Episode } from 'earshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexAll } from '../../src/features/search/search.ts';
import { addEpisode, addShow } from '../helpers/add-episode.ts';
import { askApi } from '../helpers/ask-api.ts';
import { openSite } from '../helpers/open-site.ts';
import type { SignedIn, TestApp } from '../helpers/test-app.ts';
import { Visitor } from '../helpers/visitor.ts';

const AUTHOR = '/user/mara-lindqvist';
const EPISODE = `${AUTHOR}/why-rooms-sing`;
const SHOW = '/show/field-notes-on-sound';
const HOSTILE = '"><img src=x onerror=alert(1)>';

let test: TestApp;
beforeAll(async () => {
  test = await openSite();
  await indexAll(test.database);
});
afterAll(() => test?.close());

const visitor = (options: ConstructorParameters<typeof Visitor>[1] = {}) =>
  new Visitor(test, options);
const ask: ReturnType<typeof askApi> = (...args) => askApi(test)(...args);

/** An episode of a new author. */
async function newEpisode() {
  const author = await test.signIn();
  const id = await addEpisode(test.database, await addShow(test.database, author.userId));
  const { episode } = (await ask<{ episode: Episode }>(`GET /v2/episodes/${id}`)).response;
  return { author, id, episode, path: new URL(episode.site_url).pathname };
}

describe('the first page', () => {
  it('leads to an episode, which plays without scripts', async () => {
    const page = await (await visitor().open('/')).main.follow('Why rooms sing');
    expect(page.heading).toBe('Why rooms sing');
    expect(page.element.querySelector('audio')?.hasAttribute('controls')).toBe(true);
  });
});

describe('the search', () => {
  it('keeps results out of search engines, which would collect them without end', async () => {
    const isKept = async (url: string) =>
      /<meta name="robots" content="noindex"/.test((await test.app.inject(url)).body);
    expect(await isKept('/search?q=rooms')).toBe(true);
    expect(await isKept('/search?q=rooms&type=episodes&page=2')).toBe(true);
    expect(await isKept('/search')).toBe(false);
    expect(await isKept('/search?q=+')).toBe(false);
  });

  it('is a plain form in the header', async () => {
    const page = await (await visitor().open('/')).banner.fill({ Search: 'rooms' }).enter('Search');
    expect(page.address).toBe('/search?q=rooms');
    const episodes = page.part('region', 'Episodes');
    expect(episodes.element.querySelector('mark')?.textContent).toMatch(/^rooms$/i);
    const all = await episodes.follow('All results');
    expect(all.address).toContain('type=episodes');
    expect((await all.main.follow('Why rooms sing')).heading).toBe('Why rooms sing');
  });

  it('shows where the words are, if the title does not have them', async () => {
    const page = await visitor().open('/search?q=weather');
    const shows = page.part('region', 'Shows');
    expect(shows.element.querySelector('.site-excerpt mark')?.textContent).toBe('weather');
  });

  it('finds words with a question mark between them', async () => {
    const page = await visitor().open('/search?q=why?rooms');
    expect(page.main.get.getByRole<HTMLInputElement>('searchbox').value).toBe('why?rooms');
  });

  it('is narrowed and sorted by links that stay in the address', async () => {
    const page = await visitor().open('/search?q=rooms');
    const chosen = ({ main }: typeof page) =>
      [...main.element.querySelectorAll('[aria-current]')].map(({ textContent }) => textContent);
    expect(chosen(page)).toEqual(['Everything', 'Best first', 'All languages']);
    const newest = await (await page.main.follow('Episodes')).main.follow('Newest first');
    expect(newest.address).toBe('/search?q=rooms&type=episodes&sort=newest');
    expect(chosen(newest)).toEqual(['Episodes', 'Newest first', 'All languages']);
    expect(newest.main.has('link', 'Why rooms sing')).toBe(true);
    const english = await newest.main.follow('English');
    expect(english.address).toBe('/search?q=rooms&type=episodes&sort=newest&language=en');
    expect(chosen(english)).toEqual(['Episodes', 'Newest first', 'English']);
    expect(english.main.has('link', 'Why rooms sing')).toBe(true);
    const people = await newest.main.follow('People');
    expect(chosen(people)).toEqual(['People']);
  });

  it('shows hostile words as they are', async () => {
    const page = await visitor().open(`/search?${new URLSearchParams({ q: HOSTILE })}`);
    expect(page.main.get.getByRole<HTMLInputElement>('searchbox').value).toBe(HOSTILE);
    expect(page.heading).toContain(HOSTILE);
    expect(page.element.querySelector('img[src=x]')).toBeNull();
  });
});

describe('a category', () => {
  it('is named by its shows, and leads to them', async () => {
    const show = await visitor().open(SHOW);
    const name = show.main.element.querySelector('a.es-chip')?.textContent ?? '';
    const category = await show.main.follow(name);
    expect(category.heading).toBe(name);
    expect(category.main.has('link', 'Field Notes on Sound')).toBe(true);
    expect((await category.main.follow('Explore')).heading).toBe('Explore');
  });

  it.each([
    ['/podcasts/nowhere', 404],
    ['/podcasts/science?page=x', 200],
    ['/tag/%3Cb%3E', 200],
    [`${AUTHOR}?tab=nothing`, 404],
  ])('%s answers %i', async (path, status) => {
    expect((await visitor().open(path)).status).toBe(status);
  });
});

describe('the episodes of a show', () => {
  it('are searched by a form, and continue on a page of their own', async () => {
    const author = await test.signIn();
    const showId = await addShow(test.database, author.userId, { permalink: 'a-long-walk' });
    for (let day = 1; day <= 45; day += 1) {
      await addEpisode(test.database, showId, {
        title: day % 2 ? `Shepherd ${day}` : `Day ${day}`,
        published_at: new Date(Date.UTC(2026, 0, 1, day)),
      });
    }
    const page = await visitor().open('/show/a-long-walk');
    expect(page.main.part('heading', /^Episodes/).text).toContain('45 episodes');
    page.main.get.getByRole<HTMLInputElement>('searchbox').value = 'shepherd';
    const found = await page.main.press('Show');
    const titles = (part = found) =>
      [...part.element.querySelectorAll('.site-row-text > a')].map(
        ({ textContent }) => textContent,
      );
    expect(titles()).toHaveLength(10);
    for (const title of titles()) expect(title).toContain('Shepherd');
    const next = await found.main.follow('More episodes');
    expect(next.address).toMatch(/q=shepherd.*cursor=/);
    for (const title of titles(next)) expect(title).toContain('Shepherd');
  });
});

describe('the page of an episode', () => {
  it('leads on within its show, names its people, and says its language', async () => {
    const author = await test.signIn();
    const persons = JSON.stringify([
      { name: 'Jo Mar', role: 'host', group: null, img: null, href: null },
    ]);
    const showId = await addShow(test.database, author.userId, { language: 'de', persons });
    for (const [n, title] of ['Eins', 'Zwei', 'Drei', 'Vier', 'Fünf'].entries()) {
      const published_at = new Date(Date.UTC(2026, 0, n + 1));
      await addEpisode(test.database, showId, {
        title,
        permalink: `e${n}-${showId}`,
        published_at,
      });
    }
    const path = `/v2/shows/${showId}/episodes`;
    const { items } = (await ask<{ items: Episode[] }>(`GET ${path}`)).response;
    const page = await visitor().open(items[2]?.site_url ?? '');
    expect(page.heading).toBe('Drei');
    const { element } = page.main;
    expect(element.querySelector('h1')?.lang).toBe('de');
    expect(element.querySelector('[rel=prev]')?.textContent).toBe('Previous episode Zwei');
    expect(page.main.text).toContain('Jo Mar');
    expect(page.main.row('Eins').element.querySelector('[lang=de]')?.textContent).toBe('Eins');
    expect(page.main.has('link', 'Report')).toBe(true);
    const next = await page.main.follow(/^Next episode/);
    expect(next.heading).toBe('Vier');
  });

  it('and that of its show offer Edit instead of Report to the owner and the editors', async () => {
    const { author, episode, path } = await newEpisode();
    const editor = await test.signIn();
    const { show_id, show_permalink } = episode;
    await test.database
      .insertInto('show_members')
      .values({ show_id, user_id: editor.userId, role: 'editor' })
      .execute();
    const offers = async (as: SignedIn) => {
      const pages = [path, `/show/${show_permalink}`].map((at) => visitor({ as }).open(at));
      return (await Promise.all(pages)).map(({ main }) => [
        main.has('link', 'Edit'),
        main.has('link', 'Report'),
      ]);
    };
    const own = [true, false];
    expect(await offers(author)).toEqual([own, own]);
    expect(await offers(editor)).toEqual([own, own]);
    expect(await offers(await test.signIn())).toEqual([own.toReversed(), own.toReversed()]);
  });
});

describe('comments', () => {
  it('are read, written and removed', async () => {
    const { path, id } = await newEpisode();
    const seen = await visitor().open(path);
    expect(seen.main.has('link', 'Log in to comment')).toBe(true);
    const listener = await test.signIn();
    for (let n = 0; n < 11; n += 1) {
      await ask(`POST /v2/episodes/${id}/messages`, listener, { text: `Plain thought ${n}.` });
    }
    const page = await visitor({ as: listener }).open(path);
    page.main.fill({ 'Your comment': 'By hand', 'About the moment (optional)': 'later' });
    const refused = await page.main.press('Comment');
    expect(refused.text).toContain('must be a time such as 12:40');
    refused.main.fill({ 'About the moment (optional)': '0:05' });
    const written = await refused.main.press('Comment');
    expect(written.address).toBe(`${path}#comments`);
    const mine = written.main.row('By hand');
    expect(mine.get.getByRole('link', { name: /^at 0:05/ }).getAttribute('href')).toMatch(/t=5$/);
    const left = await mine.part('dialog').press('Remove');
    expect(left.main.text).not.toContain('By hand');
    const older = await left.main.follow('More comments');
    expect(older.main.text).toContain('Plain thought 0.');
    const newest = await older.main.follow('Newest comments');
    expect(newest.main.text).toContain('Plain thought 10.');
  });
});

describe('a like', () => {
  it('is a form, which leads visitors through the login, and no button is dead', async () => {
    const email = 'likes@mail.test';
    const data = { email, password: 'correct horse battery', name: 'Noor Haddad', terms: true };
    await ask('POST /v2/auth/signup', null, data);
    const login = await (await visitor().open(EPISODE)).main.press('Like');
    login.main.fill({ 'E-mail address': email, Password: data.password });
    const sure = await login.main.press('Log in');
    const page = await sure.main.press('Like');
    expect(page.address).toBe(EPISODE);
    expect(page.main.has('button', 'Liked')).toBe(true);
  });
});

describe('a block', () => {
  it('is a form that visitors do not see, and ends in the settings', async () => {
    const { author } = await newEpisode();
    const path = `/user/${author.permalink}`;
    expect((await visitor().open(path)).main.has('button', 'Block')).toBe(false);
    const page = await visitor({ as: await test.signIn() }).open(path);
    const blocked = await page.main.part('dialog').press('Block');
    expect(blocked.text).toContain('You have blocked Tester');
    const settings = await blocked.open('/account/settings');
    expect((await settings.main.press(/^Unblock Tester/)).text).toContain(
      'You have not blocked anybody.',
    );
  });
});

describe('the lists of a user', () => {
  it('are links', async () => {
    const page = await visitor().open(AUTHOR);
    const likes = await page.main.follow('Favourites');
    expect(likes.text).toContain('No favourite episodes yet.');
    const shows = await likes.part('navigation', 'Lists').follow('Shows');
    expect(shows.main.has('link', 'Field Notes on Sound')).toBe(true);
  });

  it('have what a listener likes and follows, and the followers of an author', async () => {
    const { author, id } = await newEpisode();
    const listener: SignedIn = await test.signIn();
    for (const path of [`likes/${id}`, `followings/${author.userId}`]) {
      await ask(`PUT /v2/users/${listener.userId}/${path}`, listener, {});
    }
    const own = await visitor({ as: listener }).open(`/user/${listener.permalink}?tab=likes`);
    expect(own.main.element.querySelector('a[href*="added-episode"]')).not.toBeNull();
    const lists = own.part('navigation', 'Lists');
    const follows = await lists.follow('Follows');
    expect(follows.main.element.querySelector(`a[href$="${author.permalink}"]`)).not.toBeNull();
    expect((await lists.follow('Followed shows')).text).toContain('No followed shows yet.');
    const fans = await visitor().open(`/user/${author.permalink}?tab=fans`);
    expect(fans.main.element.querySelector(`a[href$="${listener.permalink}"]`)).not.toBeNull();
  });
});

describe('what needs scripts', () => {
  it.each([
    ['/history', 'Cronologia'],
    ['/queue', 'Coda'],
  ])('is explained in %s', async (path, heading) => {
    const page = await visitor({ language: 'it-IT' }).open(path);
    expect(page.heading).toBe(heading);
    expect(page.text).toContain('ha bisogno di JavaScript');
    expect(page.main.get.queryAllByRole('button')).toEqual([]);
  });
});

describe('the code of a player', () => {
  it('is on the page of its episode, whose button needs scripts', async () => {
    const page = await visitor().open(EPISODE);
    const codes = page.main.get.getAllByRole<HTMLTextAreaElement>('textbox', { hidden: true });
    expect(codes.map(({ value }) => value).join()).toContain('data-resource="episode_id=1"');
  });
});

describe('the transcript of an episode', () => {
  it('is a page of text whose times lead to the episode', async () => {
    const words = (n: number) => (n === 4 ? '&lt;img src=x&gt;' : `Sentence number ${n}.`);
    const time = (n: number) => `00:${String(n * 2).padStart(2, '0')}.000`;
    const cues = Array.from({ length: 12 }, (_, n) => {
      const speaker = n < 6 ? 'Ada' : 'Ben';
      return `${time(n)} --> ${time(n + 1)}\n<v ${speaker}>${words(n)}\n`;
    });
    const { author, id, path } = await newEpisode();
    const { statusCode } = await test.app.inject({
      method: 'PUT',
      url: `/api/episode/${id}/transcript`,
      headers: { ...author.headers, 'content-type': 'text/vtt' },
      payload: `WEBVTT\n\n${cues.join('\n')}`,
    });
    expect(statusCode).toBe(200);
    const page = await (await visitor().open(path)).main.follow('Read the transcript');
    expect(page.heading).toMatch(/^Transcript of “/);
    expect(page.main.text).toContain('Ada: Sentence number 0. Sentence number 1.');
    expect(page.main.text).toContain('<img src=x>');
    expect((await page.main.follow('Play from 0:12')).address).toBe(`${path}?t=12`);
  });

  it('opens in another tab, so that the sound goes on, if only its first host has it', async () => {
    const { id, path } = await newEpisode();
    const link = { url: 'https://old.test/a.vtt', type: 'text/vtt', language: null, rel: null };
    await test.database
      .updateTable('episodes')
      .set({ transcript_links: JSON.stringify([link]) })
      .where('episode_id', '=', id)
      .execute();
    const { main } = await visitor().open(path);
    const anchor = main.get.getByRole('link', { name: 'Read the transcript' });
    expect(anchor.getAttribute('target')).toBe('_blank');
    expect(anchor.getAttribute('rel')).toBe('noopener');
  });
});

describe('a message of the host', () => {
  it('is closed by a form, which leads back to the page', async () => {
    const admin = await test.signIn({ admin: true });
    await ask('PUT /flashmessages/moving', admin, { message: 'We <b>move</b> at noon.' });
    const page = await visitor().open(`${SHOW}?q=snow`);
    const banner = page.part('region', 'Message of this host');
    expect(banner.text).toContain('We <b>move</b> at noon.');
    const closed = await banner.press('Close this message');
    expect(closed.address).toBe(`${SHOW}?q=snow`);
    expect(closed.has('region', 'Message of this host')).toBe(false);
    expect((await visitor().open('/')).has('region', 'Message of this host')).toBe(true);
    await ask('DELETE /flashmessages/moving', admin);
  });
});
