import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PAGE_ROUTES } from 'earshot/contract';
import type { PageLoad } from 'earshot/internal';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import type { FeatureDeps } from '../../src/feature.ts';
import { loadSamples } from '../../src/features/imports/samples.ts';
import { type AnswerCache, createAnswerCache } from '../../src/platform/cache/answer-cache.ts';
import { createChangeFeed } from '../../src/platform/cache/change-feed.ts';
import { createImagePresets } from '../../src/platform/images/image-presets.ts';
import type { Renderers } from '../../src/platform/renderers.ts';
import { createFolderStore } from '../../src/platform/storage/folder-store.ts';
import type { MediaStore } from '../../src/platform/storage/media-store.ts';
import { openTestDatabase } from './test-database.ts';

export interface TestApp {
  app: FastifyInstance;
  deps: FeatureDeps;
  databaseUrl: string;
  store: MediaStore;
  database: Awaited<ReturnType<typeof openTestDatabase>>['database'];
  publicFolder: string;
  /** Deletes the database while the server runs. */
  dropDatabase(): Promise<void>;
  close(): Promise<void>;
}

const plainLoad = (title: string): PageLoad => ({
  redirect: null,
  redirect_ajax: null,
  javascript: [],
  css: [],
  content: '',
  config: { page: title, props: {}, status: 200 },
  title,
  head: [],
  modules: [],
  player: null,
});

/** Renderers that write their input as text. The real ones have their own tests. */
const plainRenderers = (publicFolder: string): Renderers => ({
  inlineScript: 'early()',
  renderPlayerPage: ({ error, invalid, episode, config }) =>
    `player:${invalid ?? error ?? episode?.title}:${config.culture}`,
  pageRoutes: Object.values(PAGE_ROUTES),
  loadSitePage: async ({ url }, data) => {
    await data.listLatest(1);
    return plainLoad(url);
  },
  loadErrorPage: async (status) => ({
    ...plainLoad(`error ${status}`),
    config: { page: '', props: {}, status },
  }),
  renderDocument: ({ title }) => `site:${title}`,
  assetUrl: (name) => `/assets/${name}`,
  version: 'test',
  publicFolder,
});

/** A request of a test comes after the changes that the test has written: it waits until the cache knows them. */
function settleFirst(app: FastifyInstance, answers: AnswerCache): void {
  const { inject } = app;
  const settled = async (...args: Parameters<typeof inject>) => {
    await answers.settle();
    return inject.apply(app, args);
  };
  Object.assign(app, { inject: settled });
}

/** The whole server with the sample shows, with its own database and folders. */
export async function openTestApp(
  env: Record<string, string> = {},
  renderers: Partial<Renderers> = {},
): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-app-'));
  const { database, url, check, listen, drop, close } = await openTestDatabase();
  const answers = createAnswerCache({ changes: createChangeFeed({ database, listen }) });
  const store = createFolderStore(join(folder, 'media'));
  const images = createImagePresets(store, join(folder, 'cache'));
  const config = {
    ...readConfig({ SITE_URL: 'http://site.test', DATA_DIR: folder, ...env }),
    logLevel: 'silent',
  };
  await loadSamples({ database, store }, { mark: join(folder, 'samples-mark'), onStart() {} });
  const deps: FeatureDeps = {
    config,
    database,
    checkDatabase: check,
    store,
    images,
    renderers: { ...plainRenderers(folder), ...renderers },
    answers,
  };
  const app = await createApp(deps);
  settleFirst(app, answers);
  return {
    app,
    deps,
    store,
    database,
    databaseUrl: url,
    publicFolder: folder,
    dropDatabase: drop,
    async close() {
      await app.close();
      await close();
      await rm(folder, { recursive: true });
    },
  };
}
