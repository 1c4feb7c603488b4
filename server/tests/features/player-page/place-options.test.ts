import { beforeAll, describe, expect, it } from 'vitest';
import { findOptions } from '../../../src/features/player-page/player-page.ts';
import { type Author, author } from '../../helpers/author.ts';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp } from '../../helpers/test-app.ts';

let test: SharedApp;
let ann: Author;
beforeAll(async () => {
  test = await sharedApp();
  ann = author(test, await test.signIn());
});

const ofQuery = (query: string) => findOptions(test.deps, query);

describe('the options for all players of a show', () => {
  it('apply where the code of a page says nothing else', async () => {
    const { show_id } = await ann.makeShow();
    const { episode_id } = await ann.makeEpisode({ show_id });
    await ann.publish(episode_id);
    const player_options = 'theme=dark&color=%230b6e5e&hide_download=1';
    const show = await ann.must('show', 'PUT', `/v2/shows/${show_id}`, {
      payload: { player_options },
    });
    expect(show.player_options).toBe('theme=dark&color=0b6e5e&hide-download=true');
    const set = { theme: 'dark', color: '0b6e5e', 'hide-download': true };
    expect(await ofQuery(`episode_id=${episode_id}`)).toMatchObject(set);
    expect(await ofQuery(`show_id=${show_id}&theme=light`)).toMatchObject({
      ...set,
      theme: 'light',
    });

    await ann.must('show', 'PUT', `/v2/shows/${show_id}`, { payload: { player_override: true } });
    expect(await ofQuery(`show_id=${show_id}&theme=light&t=60`)).toMatchObject({ ...set, t: 60 });
  });

  it('change a stored player page', async () => {
    const { show_id } = await ann.makeShow();
    const { episode_id } = await ann.makeEpisode({ show_id });
    await ann.publish(episode_id);
    const read = () => test.app.inject({ url: `/player?episode_id=${episode_id}` });
    const before = await read();
    expect((await read()).headers.etag).toBe(before.headers.etag);
    const payload = { player_options: 'theme=dark' };
    await ann.must('show', 'PUT', `/v2/shows/${show_id}`, { payload });
    expect((await read()).body).toBe(`${before.body}:theme=dark`);
    expect((await read()).headers.etag).not.toBe(before.headers.etag);
  });

  it.each(['theme=purple', 'colour=fff', 'autoplay=true', 'episode_id=1', 't=60', 'height=500'])(
    'refuses %s',
    async (player_options) => {
      const { show_id } = await ann.makeShow();
      const path = `/v2/shows/${show_id}`;
      const { status, messages } = await ann.call('PUT', path, { payload: { player_options } });
      expect([status, messages]).toEqual([400, expect.stringContaining(player_options)]);
    },
  );

  it('are for editors only', async () => {
    const { show_id } = await ann.makeShow();
    const { body } = await test.app.inject({ url: `/api/v2/shows/${show_id}` });
    expect(body).not.toContain('player_options');
  });
});
