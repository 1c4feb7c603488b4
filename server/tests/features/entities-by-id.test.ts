import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getEpisodes } from '../../src/features/episodes/episodes.ts';
import { getShows } from '../../src/features/shows/shows.ts';
import { getUsers } from '../../src/features/users/users.ts';
import type { Viewer } from '../../src/platform/http/actor.ts';
import { fillCatalogue } from '../helpers/fill-catalogue.ts';
import { openTestApp, type TestApp } from '../helpers/test-app.ts';

let test: TestApp;
let showIds: number[];
let episodeIds: number[];
let owner: number;
let blocked: Viewer;
beforeAll(async () => {
  test = await openTestApp();
  const { database } = test;
  await fillCatalogue(database, { shows: 3, episodesPerShow: 1 });
  const episodes = await database
    .selectFrom('episodes')
    .innerJoin('users', 'users.user_id', 'episodes.user_id')
    .select(['episode_id', 'show_id', 'users.user_id'])
    .where('users.permalink', '=', 'jane')
    .orderBy('episode_id', 'desc')
    .execute();
  episodeIds = episodes.map((row) => row.episode_id);
  showIds = episodes.map((row) => row.show_id);
  owner = episodes[0]?.user_id ?? 0;
  const stranger = await test.signIn();
  blocked = { userId: stranger.userId, isAdmin: false };
  await database
    .insertInto('blocks')
    .values({ blocker_id: owner, blocked_id: stranger.userId })
    .execute();
});
afterAll(() => test?.close());

const MISSING = 2_147_483_647;

describe('getEpisodes, getShows and getUsers', () => {
  it('keep the order of the ids and leave out those without an entity', async () => {
    const [first, ...rest] = episodeIds;
    const asked = [...rest, MISSING, first ?? 0];
    const episodes = await getEpisodes(test.deps, asked);
    expect(episodes.map((episode) => episode.episode_id)).toEqual([...rest, first]);
    const shows = await getShows(test.deps, [MISSING, ...showIds]);
    expect(shows.map((show) => show.show_id)).toEqual(showIds);
    const { userId } = await test.signIn();
    const users = await getUsers(test.deps, [userId, MISSING, owner]);
    expect(users.map((user) => user.user_id)).toEqual([userId, owner]);
  });

  it('name the sources of the answer', async () => {
    const sources = new Set<string>();
    const deps = { ...test.deps, sources };
    await getEpisodes(deps, episodeIds.slice(0, 1));
    await getUsers(deps, [owner]);
    expect([...sources].sort()).toEqual([`show:${showIds[0]}`, `user:${owner}`].sort());
  });

  it('hide what the viewer may not see', async () => {
    const deps = { ...test.deps, viewer: blocked };
    expect(await getEpisodes(deps, episodeIds)).toEqual([]);
    expect(await getShows(deps, showIds)).toEqual([]);
    expect(await getUsers(deps, [owner])).toEqual([]);
  });

  it('read nothing for no ids', async () => {
    expect(await getEpisodes(test.deps, [])).toEqual([]);
    expect(await getShows(test.deps, [])).toEqual([]);
    expect(await getUsers(test.deps, [])).toEqual([]);
  });
});
