import { parsePlayerQuery } from 'earshot/embed';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPlayable } from '../../../src/features/player-page/player-page.ts';
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
