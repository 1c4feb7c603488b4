import type { User } from 'earshot/contract';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { multipart } from '../../helpers/multipart.ts';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp, SignedIn } from '../../helpers/test-app.ts';

let test: SharedApp;
let user: SignedIn;
beforeAll(async () => {
  test = await sharedApp();
  user = await test.signIn();
});

const blank = { create: { width: 300, height: 200, channels: 3, background: '#268' } } as const;

const send = (bytes: Buffer, who = user, to = user) => {
  const { headers, payload } = multipart('image', { bytes });
  return test.app.inject({
    method: 'PUT',
    url: `/api/user/${to.userId}/cover`,
    headers: { ...headers, ...who.headers },
    payload,
  });
};

const read = async (): Promise<User> =>
  (await test.app.inject({ url: `/api/v2/users/${user.userId}` })).json().response.user;

const open = (url: string | null) => test.app.inject({ url: new URL(url ?? '').pathname });

describe('PUT /user/{user_id}/cover', () => {
  it('gives the user a picture, which everybody sees at once', async () => {
    expect((await read()).image_url).toBeNull();
    const answer = await send(await sharp(blank).png().toBuffer());
    expect(answer.statusCode).toBe(200);
    const { image_url, image_original_url } = await read();
    expect(answer.json().response.user).toMatchObject({ image_url, image_original_url });
    expect((await sharp((await open(image_url)).rawPayload).metadata()).width).toBe(320);
  });

  it('never publishes the place where a photo was taken, and turns it as the camera says', async () => {
    const photo = await sharp(blank)
      .withMetadata({ orientation: 6 })
      .withExifMerge({
        IFD0: { Orientation: '6' },
        IFD3: { GPSLatitude: '41/1 53/1 30/1', GPSMapDatum: 'SecretPlace' },
      })
      .jpeg()
      .toBuffer();
    expect(photo.includes('SecretPlace')).toBe(true);
    await send(photo);
    const { rawPayload } = await open((await read()).image_original_url);
    expect(rawPayload.includes('SecretPlace')).toBe(false);
    const { width, height } = await sharp(await sharp(rawPayload).rotate().toBuffer()).metadata();
    expect([width, height]).toEqual([200, 300]);
  });

  it('is taken away by DELETE', async () => {
    await send(await sharp(blank).png().toBuffer());
    const url = `/api/user/${user.userId}/cover`;
    const answer = await test.app.inject({ method: 'DELETE', url, headers: user.headers });
    expect(answer.json()).toEqual({ response: {} });
    expect((await read()).image_url).toBeNull();
  });

  it('belongs to the user', async () => {
    const picture = await sharp(blank).png().toBuffer();
    expect((await send(picture, await test.signIn())).statusCode).toBe(403);
    expect((await read()).image_url).toBeNull();
  });

  it('refuses what is no picture', async () => {
    const answer = await send(Buffer.from('hello'));
    expect(answer.json().error.messages).toEqual([
      'image: The picture must be a JPEG, PNG, WebP, GIF or AVIF file',
    ]);
  });
});
