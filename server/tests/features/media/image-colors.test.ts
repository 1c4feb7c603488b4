import type { Show } from 'earshot/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobs } from '../../../src/platform/jobs/jobs.ts';
import { multipart } from '../../helpers/multipart.ts';
import { storeMedia } from '../../helpers/store-media.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
let ann: SignedIn;
beforeAll(async () => {
  test = await openTestApp();
  ann = await test.signIn();
});
afterAll(() => test?.close());

const picture = (background: string) =>
  sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toBuffer();

async function call(method: 'GET' | 'POST' | 'PUT', url: string, payload = {}): Promise<Show> {
  const { headers } = ann;
  const answer = await test.app.inject({ method, url: `/api${url}`, headers, ...payload });
  expect(answer.statusCode).toBeLessThan(300);
  return answer.json().response.show;
}

const makeShow = () => call('POST', '/show', { payload: { title: 'Colours' } });

async function cover({ show_id }: Show, background: string): Promise<Show> {
  const { payload, headers } = multipart('image', {
    bytes: await picture(background),
    type: 'image/png',
  });
  return call('PUT', `/show/${show_id}/cover`, {
    payload,
    headers: { ...ann.headers, ...headers },
  });
}

describe('image_color', () => {
  it('is the accent of the cover', async () => {
    const show = await makeShow();
    expect(show.image_color).toBeNull();
    expect((await cover(show, '#cc3333')).image_color).toBe('cc3333');
  });

  it('is null for a grey cover', async () => {
    expect((await cover(await makeShow(), '#777777')).image_color).toBeNull();
  });

  it('is found later for pictures that were stored without it', async () => {
    const { show_id } = await makeShow();
    const bytes = await picture('#2255cc');
    const type = { kind: 'image', mime_type: 'image/png', extension: 'png' } as const;
    const image_id = await storeMedia(test, bytes, { ...type, duration: 0 });
    await test.database
      .updateTable('shows')
      .set({ image_id })
      .where('show_id', '=', show_id)
      .execute();
    expect((await call('GET', `/v2/shows/${show_id}`)).image_color).toBeNull();
    await jobs.add(test.database, 'read_image_colors', {});
    await test.runJobs();
    expect((await call('GET', `/v2/shows/${show_id}`)).image_color).toBe('2255cc');
  });
});
