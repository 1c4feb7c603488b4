import { parsePlayerQuery } from 'earshot/embed';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPlayable, findQuotedPart } from '../../../src/features/player-page/player-page.ts';
import { addQuote } from '../../helpers/add-quote.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test?.close());

const find = (query: string) => findPlayable(test.deps, query, parsePlayerQuery(query));

describe('findPlayable', () => {
  it('names the cover that is drawn for a show without one, and leaves image_url null', async () => {
    expect(await find('show_id=1')).not.toHaveProperty('generated_cover_url');
    await test.database.updateTable('episodes').set({ image_id: null }).execute();
    await test.database.updateTable('shows').set({ image_id: null }).execute();
    const { episode, generated_cover_url } = await find('show_id=1');
    expect(episode?.image_url).toBeNull();
    expect(generated_cover_url).toMatch(/^http:\/\/site\.test\/covers\/\d+\/\w+\/320\.svg$/);
    expect((await find('episode_id=1')).generated_cover_url).toBe(generated_cover_url);
  });
});

describe('findQuotedPart', () => {
  beforeAll(async () => {
    const { database } = test;
    await addQuote(database, { quote_id: 'placedplaced', episode_id: 1 });
    await addQuote(database, { quote_id: 'lostlostlost', episode_id: 1, is_lost: true });
    const moving = { changes: 1, media_id: null };
    await addQuote(database, { quote_id: 'movingmoving', episode_id: 1, ...moving });
    await addQuote(database, { quote_id: 'correctedone', episode_id: 1, changes: 1 });
  });

  it.each([
    ['episode_id=1', {}],
    ['episode_id=1&quote=placedplaced', { part: { t: 10, 't-end': 14 } }],
    ['episode_id=1&quote=placedplaced&t=3&t_end=5', { part: { t: 10, 't-end': 14 } }],
    // Its transcript has changed, and its audio has not.
    ['episode_id=1&quote=correctedone', { part: { t: 10, 't-end': 14 } }],
    ['episode_id=1&quote=movingmoving', { error: 'QUOTE_MOVING' }],
    ['episode_id=1&quote=lostlostlost', { error: 'QUOTE_LOST' }],
    ['episode_id=1&quote=unknownquote', { error: 'QUOTE_LOST' }],
    ['episode_id=2&quote=placedplaced', { error: 'QUOTE_LOST' }],
    ['show_id=1&quote=placedplaced', { error: 'QUOTE_LOST' }],
  ])('of %s is %j', async (query, part) => {
    expect(await findQuotedPart(test.deps, parsePlayerQuery(query))).toEqual(part);
  });

  it('is lost if the episode is not public any more', async () => {
    await test.database
      .updateTable('episodes')
      .set({ state: 'private' })
      .where('episode_id', '=', 1)
      .execute();
    const options = parsePlayerQuery('episode_id=1&quote=placedplaced');
    expect(await findQuotedPart(test.deps, options)).toEqual({ error: 'QUOTE_LOST' });
  });
});
