import { MEDIA_ROUTES, MOUNTS, WIDGET_ROUTES } from 'earshot/contract';
import { BADGE_ROUTES } from 'earshot-site/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { SERVED_PAGES, SERVED_ROUTES } from '../src/platform/http/paths.ts';
import { listRoutes } from './helpers/list-routes.ts';
import { sharedApp } from './helpers/shared-app.ts';
import type { SharedApp } from './helpers/test-app.ts';

let test: SharedApp;
beforeAll(async () => {
  test = await sharedApp();
});

const below = (mount: string, routes: Readonly<Record<string, string>>) =>
  Object.values(routes).map((pattern) => mount + pattern.replace(/\{(\w+)\}/g, ':$1'));
const table = [
  ...below(MOUNTS.api, SERVED_ROUTES),
  ...below(MOUNTS.media, MEDIA_ROUTES),
  ...below(MOUNTS.site, SERVED_PAGES),
  ...below(MOUNTS.site, BADGE_ROUTES),
  ...below(MOUNTS.widget, WIDGET_ROUTES),
];

const registered = () => listRoutes(test.app).map(({ path }) => path);

/** Files below /assets are found by their name, and the pinned loaders by a part of it. */
const generalised = (path: string) => path.replace(/^\/assets\/.*/, '/assets/:file');
const unnamed = (path: string) => path.replace(/:\w+(\|:\w+)*/g, ':');

describe('createApp', () => {
  it('serves every address of the table', () => {
    const served = registered().map(generalised).map(unnamed);
    const missing = table.filter((path) => !served.includes(unnamed(path)));
    expect(missing).toEqual([]);
  });

  it('serves no address that is not in the table', () => {
    const known = table.map(unnamed);
    const strangers = registered()
      .filter((path) => path.startsWith('/'))
      .filter((path) => !known.includes(unnamed(generalised(path))));
    expect(strangers).toEqual([]);
  });
});
