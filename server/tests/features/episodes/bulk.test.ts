import type { Episode, ItemList } from 'earshot/contract';
import type { BulkResult } from 'earshot-site/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askApi } from '../../helpers/ask-api.ts';
import { type Author, author } from '../../helpers/author.ts';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp } from '../../helpers/test-app.ts';

let test: SharedApp;
let ada: Author;
let showId: number;
beforeAll(async () => {
  test = await sharedApp();
});
beforeEach(async () => {
  ada = author(test, await test.signIn());
  showId = (await ada.makeShow()).show_id;
});

const make = async (title: string, fields: object = {}) =>
  (await ada.makeEpisode({ show_id: showId, title, ...fields })).episode_id;
async function bulk(body: object, who: Author = ada) {
  const path = `PUT /show/${showId}/episodes/bulk` as const;
  const { status, response, messages } = await askApi(test)<{ results: BulkResult[] }>(
    path,
    who,
    body,
  );
  return { status, messages, results: response?.results };
}
const states = async (...ids: number[]) =>
  Promise.all(ids.map(async (id) => (await ada.read(id)).state));

describe('many episodes of a show', () => {
  it('are published and withdrawn together', async () => {
    const ids = [await make('One'), await make('Two')];
    const { results } = await bulk({ action: 'publish', episode_ids: ids });
    expect(results).toEqual([
      { episode_id: ids[0], title: 'One', error: null },
      { episode_id: ids[1], title: 'Two', error: null },
    ]);
    expect(await states(...ids)).toEqual(['published', 'published']);
    await bulk({ action: 'draft', episode_ids: ids });
    expect(await states(...ids)).toEqual(['draft', 'draft']);
  });

  it('are each tried, and the answer says which one failed and why', async () => {
    const good = await make('Good');
    const mute = await make('Mute', { media_id: null });
    const { episode_id: strange } = await ada.makeEpisode();
    const { results } = await bulk({ action: 'publish', episode_ids: [mute, strange, good] });
    expect(results).toEqual([
      { episode_id: mute, title: 'Mute', error: 'The audio is missing; upload it first' },
      { episode_id: strange, title: null, error: 'There is no such episode.' },
      { episode_id: good, title: 'Good', error: null },
    ]);
    expect(await states(good, mute, strange)).toEqual(['published', 'draft', 'draft']);
  });

  it('are explained in the language of the request', async () => {
    const mute = await make('Mute', { media_id: null });
    const payload = { action: 'publish', episode_ids: [mute] };
    const path = `/show/${showId}/episodes/bulk?culture=it`;
    const { answer } = await ada.call('PUT', path, { payload });
    expect(answer.json().response.results).toMatchObject([
      { error: 'Manca l’audio; prima caricalo' },
    ]);
  });

  it('are deleted and come back', async () => {
    const ids = [await make('One')];
    await bulk({ action: 'delete', episode_ids: ids });
    expect((await ada.call('GET', `/episode/${ids[0]}`)).status).toBe(404);
    expect((await bulk({ action: 'restore', episode_ids: ids })).results?.[0]?.error).toBeNull();
    expect(await states(...ids)).toEqual(['draft']);
  });

  it('get another visibility, but no draft becomes public by it and a scheduled one keeps its time', async () => {
    const [out, draft, planned] = [await make('Out'), await make('Draft'), await make('Planned')];
    const published_at = new Date(Date.now() + 86_400_000).toISOString();
    await ada.publish(out);
    await ada.publish(planned, { published_at });
    const episode_ids = [out, draft, planned];
    const { results } = await bulk({ action: 'visibility', visibility: 'unlisted', episode_ids });
    expect(results?.map(({ error }) => error)).toEqual([
      null,
      'It is a draft, which cannot be heard; publish it first.',
      null,
    ]);
    expect(await states(...episode_ids)).toEqual(['unlisted', 'draft', 'scheduled']);
    expect(await ada.read(planned)).toMatchObject({ published_at, visibility: 'unlisted' });
    const bare = await bulk({ action: 'visibility', episode_ids });
    expect([bare.status, bare.messages]).toEqual([
      400,
      ['visibility: The visibility is missing; say for whom the episodes are'],
    ]);
  });

  it('are the matter of those who may edit the show', async () => {
    const ids = [await make('One')];
    const stranger = author(test, await test.signIn());
    expect((await bulk({ action: 'delete', episode_ids: ids }, stranger)).status).toBe(403);
    expect(await states(...ids)).toEqual(['draft']);
  });

  it('are found by their words in every state', async () => {
    const draft = await make('Gulls and terns');
    await make('Something else');
    const path = `GET /show/${showId}/episodes?state=draft,published&q=tern` as const;
    const { response } = await askApi(test)<ItemList<Episode>>(path, ada);
    expect(response.items.map(({ episode_id }) => episode_id)).toEqual([draft]);
    const paged = await askApi(test)<ItemList<Episode>>(`${path}&limit=1&sort=oldest`, ada);
    expect(paged.messages).toEqual(['state: cannot be combined with sort or season']);
  });
});
