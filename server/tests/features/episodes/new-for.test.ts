import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listNew } from '../../../src/features/episodes/episodes.ts';
import { addEpisode, addShow } from '../../helpers/add-episode.ts';
import { type AskApi, askApi } from '../../helpers/ask-api.ts';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp, SignedIn } from '../../helpers/test-app.ts';

let test: SharedApp;
let ask: AskApi;
let author: SignedIn;
let listener: SignedIn;
let showId: number;
beforeAll(async () => {
  test = await sharedApp();
  ask = askApi(test);
});
beforeEach(async () => {
  [author, listener] = await Promise.all([test.signIn(), test.signIn()]);
  showId = await addShow(test.database, author.userId);
});

async function newFor(who: SignedIn | null, limit = 10): Promise<number[]> {
  const viewer = { userId: who?.userId ?? null, isAdmin: false };
  const episodes = await listNew({ ...test.deps, viewer }, limit);
  return episodes.map(({ episode_id }) => episode_id);
}
const followShow = (id = showId) =>
  ask(`PUT /v2/users/${listener.userId}/favorites/${id}`, listener);
const followAuthor = () =>
  ask(`PUT /v2/users/${listener.userId}/followings/${author.userId}`, listener);

describe('what is new for a listener', () => {
  it('is nothing while he follows nobody, and for a visitor', async () => {
    await addEpisode(test.database, showId);
    expect(await newFor(listener)).toEqual([]);
    expect(await newFor(null)).toEqual([]);
  });

  it('comes from the shows and the people that he follows, the newest first, each once', async () => {
    const other = await addShow(test.database, author.userId);
    const ids = [];
    for (const id of [showId, other, showId]) ids.push(await addEpisode(test.database, id));
    await followShow();
    expect(await newFor(listener)).toEqual([ids[2], ids[0]]);
    await followAuthor();
    expect(await newFor(listener)).toEqual(ids.toReversed());
    expect(await newFor(listener, 2)).toEqual([ids[2], ids[1]]);
  });

  it('leaves out drafts, and everything of an author who has blocked him', async () => {
    const id = await addEpisode(test.database, showId);
    await followShow();
    await followAuthor();
    await test.database
      .updateTable('episodes')
      .set({ state: 'draft' })
      .where('episode_id', '=', id)
      .execute();
    expect(await newFor(listener)).toEqual([]);
    await addEpisode(test.database, showId);
    expect(await newFor(listener)).toHaveLength(1);
    await ask(`PUT /v2/users/${author.userId}/blocks/${listener.userId}`, author);
    expect(await newFor(listener)).toEqual([]);
  });
});
