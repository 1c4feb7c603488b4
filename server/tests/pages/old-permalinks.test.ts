import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { author } from '../helpers/author.ts';
import { openSite } from '../helpers/open-site.ts';
import type { TestApp } from '../helpers/test-app.ts';

const SITE = 'http://site.test';
const path = (...parts: string[]) => parts.map((part) => `/${encodeURIComponent(part)}`).join('');

let test: TestApp;
beforeAll(async () => {
  test = await openSite();
});
afterAll(() => test?.close());

async function get(url: string) {
  const { statusCode, headers, body } = await test.app.inject({ url });
  return { status: statusCode, to: String(headers.location ?? ''), body };
}

const moved = (to: string) => ({ status: 301, to });
let names = 0;
const newName = () => `name-${++names}`;

/** An author with a show and a public episode. */
async function publish(title = 'A show', episodeTitle = 'An episode') {
  const me = author(test, await test.signIn());
  const show = await me.makeShow({ title });
  const draft = await me.makeEpisode({ show_id: show.show_id, title: episodeTitle });
  const episode = await me.publish(draft.episode_id);
  const rename = (url: string, permalink: string) =>
    me.call('PUT', url, { payload: { permalink } }).then(({ status }) => expect(status).toBe(200));
  return {
    me,
    show,
    episode,
    renameShow: (permalink: string) => rename(`/show/${show.show_id}`, permalink),
    renameEpisode: (permalink: string) => rename(`/episode/${episode.episode_id}`, permalink),
    renameUser: (permalink: string) => rename(`/user/${me.userId}/permalink`, permalink),
  };
}

describe('the page of a show', () => {
  it('is found by every earlier permalink, with the query of the address', async () => {
    const { show, renameShow } = await publish();
    const [middle, last] = [newName(), newName()];
    await renameShow(middle);
    await renameShow(last);
    for (const old of [show.permalink, middle]) {
      expect(await get(`/show/${old}?sort=oldest`)).toMatchObject(
        moved(`/show/${last}?sort=oldest`),
      );
    }
    expect((await get(`/show/${last}`)).status).toBe(200);
    const { body } = await get(`/ajax?url=/show/${middle}`);
    expect(JSON.parse(body).response.redirect_ajax).toBe(`/show/${last}`);
  });

  it('is that of another show as soon as that one takes the permalink, and moves with it', async () => {
    const [one, two] = [await publish(), await publish()];
    const name = one.show.permalink;
    await one.renameShow(newName());
    for (const url of [`/show/${name}`, `/ajax?url=/show/${name}`]) await get(url); // nothing is stored
    await two.renameShow(name);
    expect((await get(`/show/${name}`)).status).toBe(200);
    expect(
      JSON.parse((await get(`/ajax?url=/show/${name}`)).body).response.redirect_ajax,
    ).toBeNull();
    const next = newName();
    await two.renameShow(next);
    expect(await get(`/show/${name}`)).toMatchObject(moved(`/show/${next}`));
  });

  it('is its own again if it takes its permalink back', async () => {
    const { show, renameShow } = await publish();
    const name = newName();
    await renameShow(name);
    await renameShow(show.permalink);
    expect((await get(`/show/${show.permalink}`)).status).toBe(200);
    expect(await get(`/show/${name}`)).toMatchObject(moved(`/show/${show.permalink}`));
  });

  it('does not exist for a deleted show', async () => {
    const { me, show, renameShow } = await publish();
    await renameShow(newName());
    await me.call('DELETE', `/show/${show.show_id}`);
    expect((await get(`/show/${show.permalink}`)).status).toBe(404);
    expect((await get(`/show/${show.permalink}/episodes/feed`)).status).toBe(410);
  });
});

describe('the feed', () => {
  it('leads from every earlier permalink to its address for ever', async () => {
    const { show, renameShow } = await publish();
    const feed = `${SITE}/show/${show.show_id}/episodes/feed`;
    expect((await get(`/show/${show.permalink}/episodes/feed`)).status).toBe(200);
    const last = newName();
    await renameShow(last);
    expect(await get(`/show/${show.permalink}/episodes/feed`)).toMatchObject(moved(feed));
    expect((await get(`/show/${last}/episodes/feed`)).status).toBe(200);
    expect((await get(new URL(feed).pathname)).body).toContain(`href="${feed}"`);
  });

  it('of a subscriber stays open', async () => {
    const { me, show, renameShow } = await publish();
    const { answer } = await me.call('POST', `/show/${show.show_id}/feed-tokens`, {
      payload: { name: 'Ann' },
    });
    const { search } = new URL(answer.json().response.feed_token.feed_url);
    await renameShow(newName());
    expect((await get(`/show/${show.permalink}/episodes/feed${search}`)).status).toBe(200);
  });
});

describe('an episode and its author', () => {
  it('are found after both have changed their permalinks', async () => {
    const { me, episode, renameEpisode, renameUser } = await publish();
    const [user, permalink] = [newName(), newName()];
    await renameEpisode(permalink);
    await renameUser(user);
    for (const [from, name] of [
      [me.permalink, episode.permalink],
      [me.permalink, permalink],
      [user, episode.permalink],
    ] as const) {
      expect(await get(`${path('user', from, name)}?t=5`)).toMatchObject(
        moved(`/user/${user}/${permalink}?t=5`),
      );
    }
    expect((await get(`/user/${user}/${permalink}`)).status).toBe(200);
    for (const tab of ['', '?tab=likes']) {
      expect(await get(`/user/${me.permalink}${tab}`)).toMatchObject(moved(`/user/${user}${tab}`));
    }
  });

  it('are found by oEmbed and the API', async () => {
    const { me, show, episode, renameShow, renameEpisode, renameUser } = await publish();
    const pages = [episode.site_url, show.site_url];
    await renameUser(newName());
    await renameShow(newName());
    await renameEpisode(newName());
    for (const page of pages) {
      const { status, body } = await get(`/oembed?url=${encodeURIComponent(page)}`);
      expect([status, JSON.parse(body).html]).toEqual([200, expect.stringContaining('/player?')]);
    }
    const { body } = await get(`/api/user/${me.permalink}`);
    expect(JSON.parse(body).response.user.user_id).toBe(me.userId);
    const shows = await get(`/api/v2/users/${me.permalink}/favorites`);
    expect(shows.status).toBe(200);
  });

  it('are forgotten with the account', async () => {
    const { me, renameUser } = await publish();
    await renameUser(newName());
    const password = 'correct horse battery';
    const password_hash = await test.deps.passwords.hash(password);
    await test.database
      .updateTable('users')
      .set({ password_hash })
      .where('user_id', '=', me.userId)
      .execute();
    await me.call('DELETE', `/user/${me.userId}`, { payload: { password } });
    expect((await get(`/user/${me.permalink}`)).status).toBe(404);
    const kept = await test.database
      .selectFrom('old_permalinks')
      .select('permalink')
      .where('user_id', '=', me.userId)
      .execute();
    expect(kept).toEqual([]);
  });
});

describe('a permalink that is written differently', () => {
  it.each([
    ['Первый подкаст', 'первый-подкаст'],
    ['Київ і їжак', 'київ-і-їжак'],
    ['Über Müller', 'über-müller'],
    ['Kýchání', 'kýchání'],
    ['Hà Nội và Đà Nẵng', 'hà-nội-và-đà-nẵng'],
    ['İzmir ve Çeşme', 'izmir-ve-çeşme'],
    ['ışık ve sınır', 'ışık-ve-sınır'],
    ['Große Straße', 'große-straße'],
    ['ᾠδὴ τῆς ἀνοίξεως', 'ᾠδὴ-τῆς-ἀνοίξεως'],
    ['Հայ և Քրիստոս', 'հայ-և-քրիստոս'],
    ['Schöne Bäume', 'schöne-bäume'],
    ['हिन्दी कहानी', 'हिन्दी-कहानी'],
    ['น้ำใจคนไทย', 'น้ำใจคนไทย'],
    ['قصّة جديدة', 'قصّة-جديدة'],
    ['שָׁלוֹם עולם', 'שָׁלוֹם-עולם'.normalize('NFC')],
  ])('of "%s" leads to the stored one', async (title, stored) => {
    const { show, episode, me } = await publish(title, title);
    expect([show.permalink, episode.permalink]).toEqual([stored, stored]);
    const page = path('show', stored);
    expect((await get(page)).status).toBe(200);
    const others = [stored.normalize('NFD'), title, title.toUpperCase(), title.normalize('NFD')];
    // Some scripts have neither capitals nor composed letters.
    for (const typed of [...others, encodeURIComponent(stored)].filter((each) => each !== stored)) {
      expect(await get(path('show', typed))).toMatchObject(moved(page));
      const feed = `${SITE}/show/${show.show_id}/episodes/feed`;
      expect(await get(`${path('show', typed)}/episodes/feed`)).toMatchObject(moved(feed));
      expect(await get(path('user', me.permalink.toUpperCase(), typed))).toMatchObject(
        moved(path('user', me.permalink, stored)),
      );
    }
  });

  it('leads to the user, and to the one with these very letters if there is one', async () => {
    const [one, two] = [await publish(), await publish()];
    const name = newName();
    await one.renameUser(`weiß-${name}`);
    expect(await get(`/user/WEISS-${name}`)).toMatchObject(moved(path('user', `weiß-${name}`)));
    await two.renameUser(`weiss-${name}`);
    expect(await get(`/user/WEISS-${name}`)).toMatchObject(moved(`/user/weiss-${name}`));
    const next = newName();
    await one.renameUser(next);
    await two.renameUser(newName());
    expect(await get(path('user', `weıß-${name}`))).toMatchObject(moved(`/user/${next}`));
  });

  it.each([
    ['without accents', 'первыи-киів-uber', ['первый-київ-über', 'Первый Київ Über']],
    ['taken apart', 'น้ำใจ'.normalize('NFKC'), ['น้ำใจ']],
  ])('leads to one that an older version has stored %s', async (_, stored, typed) => {
    const { show } = await publish();
    await test.database
      .updateTable('shows')
      .set({ permalink: stored })
      .where('show_id', '=', show.show_id)
      .execute();
    for (const each of typed) {
      expect(await get(path('show', each))).toMatchObject(moved(path('show', stored)));
    }
  });

  it('does not exist if nothing is named so', async () => {
    for (const url of ['/show/%25', '/show/%E0%A4%A', '/show/%2500', '/user/%F0%9F%8E%A7/x']) {
      expect((await get(url)).status).toBeGreaterThanOrEqual(400);
    }
  });
});

it('gives no address of invisible characters', async () => {
  for (const title of ['🎙️🎧', '👨‍👩‍👧', '1️⃣']) {
    const { show } = await publish(title);
    expect(show.permalink).toMatch(/^(show|1)(-\d+)?$/);
  }
});
