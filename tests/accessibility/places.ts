import type { Page } from '@playwright/test';
import { type Account, signUp } from '../e2e/account.ts';
import { addPublished } from '../e2e/author.ts';
import type { Product } from '../e2e/product.ts';
import type { Part } from './criteria.ts';

export interface Place {
  part: Part;
  path: string;
  /** CSS pixels. */
  size: { width: number; height: number };
  theme: 'light' | 'dark';
  /** Opens what a reader opens by a press. */
  open?: (page: Page) => Promise<void>;
}

const EPISODE = '/user/mara-lindqvist/why-rooms-sing';
const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 780 };

/** Every layout of the embed, see docs/embed.md. */
const FRAMES = [
  ...[80, 110, 150, 200, 270].map((height) => ({ width: 320, height })),
  { width: 640, height: 200 },
  { width: 640, height: 400 },
  { width: 360, height: 600 },
  { width: 1100, height: 400 },
];

async function play(page: Page): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Play Why rooms/ })
    .first()
    .click();
  await page.locator('#bar [data-face=pause]').waitFor();
}

const EMBED: Place[] = [
  ...FRAMES.map(
    (size, n): Place => ({
      part: 'embed',
      path: n % 3 === 1 ? '/player?show_id=1' : '/player?episode_id=1',
      size,
      theme: n % 2 === 0 ? 'light' : 'dark',
    }),
  ),
  {
    part: 'embed',
    path: '/player?episode_id=1&panel=transcript',
    size: { width: 480, height: 520 },
    theme: 'dark',
  },
  {
    part: 'embed',
    path: '/player?episode_id=999999',
    size: { width: 320, height: 200 },
    theme: 'light',
  },
];

const SITE_PATHS = [
  '/',
  '/podcasts',
  '/user/mara-lindqvist',
  EPISODE,
  '/search?q=room',
  '/login',
  '/signup',
  '/terms',
  '/no-such-page',
];

const SITE: Place[] = [
  ...SITE_PATHS.map(
    (path, n): Place => ({
      part: 'site',
      path,
      size: n % 3 === 2 ? PHONE : DESK,
      theme: n % 2 === 0 ? 'light' : 'dark',
    }),
  ),
  { part: 'site', path: EPISODE, size: DESK, theme: 'dark', open: play },
];

export const PUBLIC_PLACES: readonly Place[] = [...EMBED, ...SITE];

/** Signs in as an author with an episode, and returns the pages of their studio. */
export async function studioPlaces(
  page: Page,
  product: Product,
): Promise<{ account: Account; places: Place[] }> {
  const account = await signUp(page, product);
  const episode = await addPublished(page.request, product, account.token);
  const answer = await page.request.get(`${product.site}/api/v2/episodes/${episode}`);
  const { show_id } = (await answer.json()).response.episode;
  const show = `/dashboard/shows/${show_id}`;
  const paths = [
    '/dashboard',
    '/dashboard/shows/new',
    `${show}/edit`,
    show,
    `${show}/numbers`,
    `${show}/feed`,
    `${show}/episodes/new`,
    `/dashboard/episodes/${episode}`,
    `/dashboard/episodes/${episode}/transcript`,
    `/dashboard/episodes/${episode}/chapters`,
    '/dashboard/calendar',
    '/dashboard/messages',
    '/account/settings',
    `${show}/private-feeds`,
  ];
  const places = paths.map(
    (path, n): Place => ({
      part: 'studio',
      path,
      size: n % 4 === 3 ? PHONE : DESK,
      theme: n % 2 === 0 ? 'light' : 'dark',
    }),
  );
  return { account, places };
}
