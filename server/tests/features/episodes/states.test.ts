import type { Episode, EpisodeState } from 'earshot/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Author, author } from '../../helpers/author.ts';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp, SignedIn } from '../../helpers/test-app.ts';

let test: SharedApp;
let ann: Author;
let showId = 0;
const ids = new Map<EpisodeState, number>();

beforeAll(async () => {
  test = await sharedApp();
  ann = author(test, await test.signIn());
  const { show_id } = await ann.makeShow();
  showId = show_id;
  const make = async () => (await ann.makeEpisode({ show_id })).episode_id;
  const ahead = new Date(Date.now() + 86_400_000).toISOString();
  const live = { type: 'LIVE', live_url: 'https://a.test/live.m3u8', media_id: null };
  ids.set(
    'published',
    (await ann.publish(await make(), { published_at: '2020-01-01T00:00:00Z' })).episode_id,
  );
  ids.set('draft', await make());
  ids.set('scheduled', (await ann.publish(await make(), { published_at: ahead })).episode_id);
  ids.set('unlisted', (await ann.publish(await make(), { visibility: 'unlisted' })).episode_id);
  ids.set('private', (await ann.publish(await make(), { visibility: 'private' })).episode_id);
  ids.set(
    'live',
    (await ann.publish((await ann.makeEpisode({ show_id, ...live })).episode_id)).episode_id,
  );
  await ann.call('DELETE', `/episode/${await make()}`);
});

const ALL = 'draft,scheduled,published,unlisted,private,live';

async function ask(query: string, who: SignedIn | null = ann, version = '') {
  const url = `/api${version}/show${version && 's'}/${showId}/episodes${query}`;
  const answer = await test.app.inject({ url, headers: who?.headers ?? {} });
  const { items, next_url, pager } = answer.json().response ?? {};
  const episodes = (items ?? pager?.results ?? []) as Episode[];
  return {
    status: answer.statusCode,
    headers: answer.headers,
    states: episodes.map(({ state }) => state),
    ids: episodes.map(({ episode_id }) => episode_id),
    next: next_url as string | null,
    pager,
  };
}

describe('GET /show/{show_id}/episodes?state=', () => {
  it.each(['', '/v2'])('answers editors the states that they ask for, by %s', async (version) => {
    const all = await ask(`?state=${ALL}&limit=20`, ann, version);
    expect(all.states[0]).toBe('scheduled');
    expect(all.states.at(-1)).toBe('published');
    expect([...all.ids].sort()).toEqual([...ids.values()].sort());
    for (const [state, id] of ids) {
      expect((await ask(`?state=${state}`, ann, version)).ids).toEqual([id]);
    }
    expect((await ask('?state[]=draft&state[]=private', ann, version)).ids).toHaveLength(2);
  });

  it('answers public ones to everybody without it, also to editors', async () => {
    for (const who of [null, ann, await test.signIn()]) {
      expect((await ask('', who)).states.sort()).toEqual(['live', 'published']);
    }
  });

  it('answers public states to everybody', async () => {
    for (const who of [null, await test.signIn()]) {
      expect((await ask('?state=published', who)).ids).toEqual([ids.get('published')]);
      expect((await ask('?state=live,published', who)).ids).toHaveLength(2);
    }
  });

  it.each(['draft', 'scheduled', 'unlisted', 'private', 'published,draft', ALL])(
    'refuses %s to everybody who may not edit the show',
    async (states) => {
      await ask(`?state=${states}`); // answers for editors are not stored for others
      expect(await ask(`?state=${states}`, null)).toMatchObject({ status: 401, ids: [] });
      const stranger = await test.signIn();
      expect(await ask(`?state=${states}`, stranger)).toMatchObject({ status: 403, ids: [] });
    },
  );

  it('answers the members of a show and administrators as well', async () => {
    const editor = await test.signIn();
    await test.database
      .insertInto('show_members')
      .values({ show_id: showId, user_id: editor.userId, role: 'editor' })
      .execute();
    for (const who of [editor, await test.signIn({ admin: true })]) {
      expect((await ask('?state=draft', who)).ids).toEqual([ids.get('draft')]);
    }
  });

  it('hides the show from those whom its owner has blocked', async () => {
    const blocked = await test.signIn();
    await test.database
      .insertInto('blocks')
      .values({ blocker_id: ann.userId, blocked_id: blocked.userId })
      .execute();
    expect((await ask('?state=published', blocked)).status).toBe(404);
    expect((await ask('?state=draft', blocked)).status).toBe(404);
  });

  it('refuses a state that does not exist', async () => {
    expect((await ask('?state=lost')).status).toBe(400);
  });

  it('goes on where a page ends, and counts pages', async () => {
    const found: number[] = [];
    let query: string | null = `?state=${ALL}&limit=2`;
    while (query) {
      const page: Awaited<ReturnType<typeof ask>> = await ask(query);
      found.push(...page.ids);
      query = page.next && new URL(page.next).search;
    }
    expect(found).toEqual((await ask(`?state=${ALL}&limit=20`)).ids);
    const { pager } = await ask(`?state=${ALL}&page=2&limit=4`);
    expect(pager).toMatchObject({ current_page: 2, last_page: 2 });
    expect(pager.results).toHaveLength(2);
  });

  it('is never kept by caches that others share', async () => {
    const { headers } = await ask('?state=draft');
    expect(headers['cache-control']).toContain('private');
  });
});
