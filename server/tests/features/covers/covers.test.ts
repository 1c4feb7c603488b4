import { generatedCoverPath } from 'earshot/internal';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp } from '../../helpers/test-app.ts';

let test: SharedApp;
beforeAll(async () => {
  test = await sharedApp();
});

const get = (url: string) => test.app.inject({ url });
const path = generatedCoverPath({ show_id: 1, title: 'Field Notes on Sound' });

describe('GET /covers/{seed}/{letters}/{size}.{extension}', () => {
  it('answers a drawing that never changes', async () => {
    const { statusCode, headers, body } = await get(path);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(body).toContain('>FN</text>');
    expect((await get(path)).body).toBe(body);
  });

  it.each(['png', 'jpg'])('answers pixels as %s', async (extension) => {
    const { rawPayload } = await get(path.replace('320.svg', `720.${extension}`));
    const { width, height, format } = await sharp(rawPayload).metadata();
    expect({ width, height, format }).toEqual({
      width: 720,
      height: 720,
      format: extension === 'jpg' ? 'jpeg' : 'png',
    });
  });

  it('shows the first character of other scripts', async () => {
    const url = generatedCoverPath({ show_id: 1, title: '日本語' });
    expect((await get(url)).body).toContain('>日</text>');
  });

  it.each([
    '/covers/1/FN/321.svg',
    '/covers/1/FN/320.webp',
    '/covers/1/long/320.svg',
    '/covers/-1/FN/320.svg',
    '/covers/01/FN/320.svg',
    '/covers/4294967296/FN/320.svg',
  ])('answers 404 to %s', async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });
});
