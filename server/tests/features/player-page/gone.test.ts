import { parsePlayerQuery } from 'earshot/embed';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { purgeEpisodes } from '../../../src/features/episodes/restore-episode.ts';
import { findPlayable, statusOf } from '../../../src/features/player-page/player-page.ts';
import { addEpisode, addShow } from '../../helpers/add-episode.ts';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp, SignedIn } from '../../helpers/test-app.ts';

let test: SharedApp;
beforeAll(async () => {
  test = await sharedApp();
});

const find = async (query: string) => {
  const content = await findPlayable(test.deps, query, parsePlayerQuery(query));
  return { status: statusOf(content), error: content.error, remains: content.remains };
};

const remove = (url: string, { headers }: SignedIn) =>
  test.app.inject({ method: 'DELETE', url: `/api${url}`, headers });

/** An author's show with two public episodes, of which the second is the newest. */
async function addPublic(values: Parameters<typeof addEpisode>[2] = {}) {
  const author = await test.signIn();
  const showId = await addShow(test.database, author.userId, { title: 'Harbour' });
  const earlier = new Date(Date.now() - 86_400_000);
  const fog = { title: 'Fog', published_at: earlier, ...values };
  const episodeId = await addEpisode(test.database, showId, fog);
  const newestId = await addEpisode(test.database, showId, { title: 'First light' });
  return { author, showId, episodeId, newestId };
}

describe('a player whose episode is missing', () => {
  it('names an episode that its author has deleted, its show, and the newest episode', async () => {
    const { author, episodeId, newestId } = await addPublic();
    await remove(`/v2/episodes/${episodeId}`, author);
    expect(await find(`episode_id=${episodeId}`)).toEqual({
      status: 410,
      error: 'EPISODE_GONE',
      remains: {
        title: 'Fog',
        show: { title: 'Harbour', url: expect.stringContaining('/show/'), language: 'en' },
        newest: { episode_id: newestId, title: 'First light' },
      },
    });
  });

  it('leaves out the title if an administrator has deleted the episode', async () => {
    const { episodeId } = await addPublic();
    await remove(`/v2/episodes/${episodeId}`, await test.signIn({ admin: true }));
    const { status, remains } = await find(`episode_id=${episodeId}`);
    expect([status, remains?.title, remains?.show.title]).toEqual([410, null, 'Harbour']);
  });

  it('leads to the show after the episode was removed for good, without its title', async () => {
    const { author, episodeId } = await addPublic();
    await remove(`/v2/episodes/${episodeId}`, author);
    await test.database
      .updateTable('episodes')
      .set({ deleted_at: sql<Date>`now() - interval '40 days'` })
      .where('episode_id', '=', episodeId)
      .execute();
    await purgeEpisodes(test.database);
    const { status, remains } = await find(`episode_id=${episodeId}`);
    expect([status, remains?.title, remains?.newest?.title]).toEqual([410, null, 'First light']);
  });

  it.each(['private', 'scheduled', 'draft', 'unlisted'] as const)(
    'tells nothing about a deleted episode that was %s',
    async (state) => {
      const { author, episodeId } = await addPublic({ state, access_key: 'k' });
      await remove(`/v2/episodes/${episodeId}`, author);
      expect(await find(`episode_id=${episodeId}`)).toEqual({
        status: 404,
        error: 'EPISODE_UNAVAILABLE',
        remains: undefined,
      });
    },
  );

  it('tells nothing about a private episode', async () => {
    const { episodeId } = await addPublic({ state: 'private', access_key: 'k' });
    expect(await find(`episode_id=${episodeId}`)).toMatchObject({
      status: 404,
      remains: undefined,
    });
  });

  it('tells no names of a deleted show', async () => {
    const { author, showId, episodeId } = await addPublic();
    await remove(`/v2/shows/${showId}`, author);
    expect(await find(`show_id=${showId}`)).toEqual({ status: 410, error: 'SHOW_GONE' });
    expect(await find(`episode_id=${episodeId}`)).toEqual({ status: 410, error: 'EPISODE_GONE' });
  });

  it('names a show that has no episode', async () => {
    const author = await test.signIn();
    const showId = await addShow(test.database, author.userId, { title: 'Soon' });
    const { status, remains } = await find(`show_id=${showId}`);
    expect([status, remains?.show.title, remains?.newest]).toEqual([404, 'Soon', null]);
  });

  it('has no oEmbed answer', async () => {
    const { author, episodeId } = await addPublic();
    await remove(`/v2/episodes/${episodeId}`, author);
    const url = encodeURIComponent(`${test.deps.config.widgetUrl}/player?episode_id=${episodeId}`);
    expect((await test.app.inject({ url: `/oembed?url=${url}` })).statusCode).toBe(404);
  });
});
