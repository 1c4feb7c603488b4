import { beforeAll, describe, expect, it } from 'vitest';
import { addShow } from '../../helpers/add-episode.ts';
import { askApi } from '../../helpers/ask-api.ts';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp } from '../../helpers/test-app.ts';

let test: SharedApp;
beforeAll(async () => {
  test = await sharedApp();
});

describe('the move of a feed', () => {
  it('leads readers to the new address, and back', async () => {
    const owner = await test.signIn();
    const showId = await addShow(test.database, owner.userId);
    const path = `/show/${showId}/feed/move`;
    const feed = () => test.app.inject({ url: `/show/${showId}/episodes/feed` });
    const to = 'https://new.example/feed.xml';
    const { response } = await askApi(test)(`PUT ${path}`, owner, { to });
    expect(response).toMatchObject({ new_feed_url: to });
    const moved = await feed();
    expect([moved.statusCode, moved.headers.location]).toEqual([301, to]);
    expect((await askApi(test)(`DELETE ${path}`, owner)).status).toBe(200);
    expect((await feed()).statusCode).toBe(200);
  });

  it('is for the owner alone, and wants an address', async () => {
    const [owner, editor] = [await test.signIn(), await test.signIn()];
    const show_id = await addShow(test.database, owner.userId);
    await test.database
      .insertInto('show_members')
      .values({ show_id, user_id: editor.userId, role: 'editor' })
      .execute();
    const path = `PUT /show/${show_id}/feed/move` as const;
    expect((await askApi(test)(path, editor, { to: 'https://new.example/' })).status).toBe(403);
    const refused = await askApi(test)(path, owner, { to: 'nowhere' });
    expect([refused.status, refused.messages]).toEqual([
      400,
      ['to: must be a complete address such as https://new.example/feed.xml'],
    ]);
  });
});
