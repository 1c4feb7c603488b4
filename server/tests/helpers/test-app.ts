import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { escapeHtml } from 'earshot/internal';
import { ALL_PAGE_ROUTES, type PageLoad } from 'earshot-site/contract';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { createApp, TASKS } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import type { FeatureDeps } from '../../src/feature.ts';
import { sessionCookieName } from '../../src/features/accounts/session-cookie.ts';
import { createSession } from '../../src/features/accounts/sessions.ts';
import { createAnswerCache } from '../../src/platform/cache/answer-cache.ts';
import { createChangeFeed } from '../../src/platform/cache/change-feed.ts';
import { apiPath } from '../../src/platform/http/paths.ts';
import { createImagePresets } from '../../src/platform/images/image-presets.ts';
import { jobs } from '../../src/platform/jobs/jobs.ts';
import { mail } from '../../src/platform/mail/mail.ts';
import { createPasswords } from '../../src/platform/passwords.ts';
import { openPush } from '../../src/platform/push/open-push.ts';
import type { Renderers } from '../../src/platform/renderers.ts';
import { createFolderStore } from '../../src/platform/storage/folder-store.ts';
import type { MediaStore } from '../../src/platform/storage/media-store.ts';
import { openMediaStore } from '../../src/platform/storage/open-media-store.ts';
import { type RunJobs, runDueJobs } from './run-jobs.ts';
import { openSampleDatabase, sampleMedia } from './sample-database.ts';
import type { TestDatabase } from './test-database.ts';
import { testRunName } from './test-run.ts';
import { type AnswerValidator, createAnswerValidator } from './validate-answer.ts';

/** The server that a test asks. */
export interface SharedApp {
  app: FastifyInstance;
  deps: FeatureDeps;
  databaseUrl: string;
  store: MediaStore;
  database: TestDatabase['database'];
  publicFolder: string;
  /** A new user with a session. */
  signIn(options?: { admin?: boolean }): Promise<SignedIn>;
  /** Another session of a user. */
  signInAgain(user: SignedIn): Promise<SignedIn>;
  runJobs: RunJobs;
}

/** The server of one test file, which closes it. */
export interface TestApp extends SharedApp {
  /** Deletes the database while the server runs. */
  dropDatabase(): Promise<void>;
  close(): Promise<void>;
}

/** A user of a test, and the credentials of their requests. */
export interface SignedIn {
  userId: number;
  permalink: string;
  /** Bearer token. */
  token: string;
  /** Headers of a program that sends the token. */
  headers: { authorization: string };
  /** Headers of a browser on a page of the site. */
  cookies: { cookie: string; origin: string };
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
  siteInlineScript: 'early()',
  cardFrameScript: 'card()',
  continueScript: 'remember()',
  relayScript: 'relay()',
  renderMovedPage: (src) => `moved:${src}`,
  renderContinuePage: (language) => `<html lang="${language}">`,
  renderPlayerPage: ({ error, invalid, episode, config }, { options }) =>
    `player:${invalid ?? error ?? episode?.title}:${config.culture}${options.theme ? `:theme=${options.theme}` : ''}`,
  pageRoutes: Object.values(ALL_PAGE_ROUTES),
  isShared: () => false,
  fillDocument: (html) => html,
  loadSitePage: async ({ url }, data) => {
    await data.listLatest(1);
    return plainLoad(url);
  },
  loadErrorPage: async (status, { USER }) => ({
    ...plainLoad(`error ${status}${USER ? ` for ${USER.permalink}` : ''}`),
    config: { page: '', props: {}, status },
  }),
  renderDocument: ({ title }, _config, _assets, flash) =>
    `site:${title}${flash ? `:${flash.message}` : ''}`,
  renderPlainPage: (page, { API_CULTURE }) =>
    `<html lang="${API_CULTURE}">${escapeHtml(JSON.stringify(page))}`,
  renderTemplate: (name) => `template:${name}`,
  renderWorker: ({ API_CULTURE }, skipped) => `worker:${API_CULTURE}:${skipped.join(' ')}`,
  assetUrl: (name) => `/assets/${name}`,
  assetFile: (name) => name,
  version: 'test',
  publicFolder,
});

/** Servers with the same routes share a validator, because describing the routes takes as long as many requests. */
const validators = new Map<string, Promise<AnswerValidator>>();

/**
 * A request of a test follows the changes that the test has written: it waits until the cache has received them.
 * Every answer must match the OpenAPI document.
 */
function prepareInject(app: FastifyInstance, { answers, config }: FeatureDeps): void {
  const inject = app.inject.bind(app) as (request: unknown) => Promise<LightMyRequestResponse>;

  async function loadValidator(): Promise<AnswerValidator> {
    const { body } = await inject({ url: apiPath('openapi', config) });
    return createAnswerValidator(JSON.parse(body), config.apiUrl);
  }

  function findValidator(): Promise<AnswerValidator> {
    const names = app.guardedRoutes.map(({ method, url }) => `${method} ${url}`);
    const key = [config.apiUrl, ...names].join('\n');
    const validator = validators.get(key) ?? loadValidator();
    validators.set(key, validator);
    return validator;
  }

  async function prepared(request: unknown): Promise<LightMyRequestResponse> {
    await answers.settle();
    const answer = await inject(request);
    const { req } = answer.raw;
    const validate = await findValidator();
    validate({
      method: req.method ?? '',
      url: req.url ?? '',
      status: answer.statusCode,
      headers: answer.headers,
      body: answer.body,
    });
    return answer;
  }

  Object.assign(app, { inject: prepared });
}

let users = 0;

async function signIn(deps: FeatureDeps, { admin = false } = {}): Promise<SignedIn> {
  users += 1;
  const permalink = `tester-${users}`;
  const { user_id } = await deps.database
    .insertInto('users')
    .values({
      permalink,
      name: `Tester ${users}`,
      email: `${permalink}@example.org`,
      email_verified_at: new Date(),
      is_admin: admin,
    })
    .returning('user_id')
    .executeTakeFirstOrThrow();
  return openSession(deps, { userId: user_id, permalink });
}

async function openSession(
  { database, config }: FeatureDeps,
  { userId, permalink }: Pick<SignedIn, 'userId' | 'permalink'>,
): Promise<SignedIn> {
  const { secret, accessToken } = await createSession(database, { userId });
  return {
    userId,
    permalink,
    token: accessToken,
    headers: { authorization: `Bearer ${accessToken}` },
    cookies: {
      cookie: `${sessionCookieName(config)}=${secret}`,
      origin: new URL(config.siteUrl).origin,
    },
  };
}

async function copyMedia(from: MediaStore, to: MediaStore): Promise<void> {
  for await (const { sha256, bytes } of from.list()) {
    const draft = await to.receive(await from.read(sha256), bytes);
    await draft.keep();
  }
}

/** A hash at the real cost takes as long as ten requests. */
const CHEAP = { memoryCost: 1_024 };

/** The whole server with the sample shows, with its own database and folders. */
export async function openTestApp(
  env: Record<string, string> = {},
  renderers: Partial<Renderers> = {},
  more: Partial<FeatureDeps> = {},
): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), `${testRunName()}_app_`));
  const { database, url, check, listen, locks, drop, close } = await openSampleDatabase();
  const changes = createChangeFeed({ database, listen });
  const answers = createAnswerCache({ changes });
  const config = {
    ...readConfig({
      SITE_URL: 'http://site.test',
      DATA_DIR: folder,
      RATE_LIMITS: 'off', // a test sends more requests per minute than any client
      ...env,
    }),
    logLevel: 'silent',
  };
  if (!config.s3) await cp(sampleMedia(), join(folder, 'media'), { recursive: true });
  const store = await openMediaStore(config);
  if (config.s3) await copyMedia(createFolderStore(sampleMedia()), store);
  const images = createImagePresets(store, join(folder, 'cache'));
  const deps: FeatureDeps = {
    config,
    database,
    checkReady: check,
    databaseAddress: () => url,
    locks,
    store,
    images,
    renderers: { ...plainRenderers(folder), ...renderers },
    answers,
    changes,
    jobs,
    mail,
    passwords: createPasswords({ cost: CHEAP }),
    ...(await openPush({ config, database, report: () => {} })),
    listen,
    ...more,
  };
  const app = await createApp(deps);
  prepareInject(app, deps);
  return {
    app,
    deps,
    store,
    database,
    databaseUrl: url,
    publicFolder: folder,
    signIn: (options) => signIn(deps, options),
    signInAgain: (user) => openSession(deps, user),
    runJobs: (options) => runDueJobs({ database, tasks: TASKS, deps, ...options }),
    dropDatabase: drop,
    async close() {
      await app.close();
      await deps.push.close();
      await store.close();
      await close();
      await rm(folder, { recursive: true });
    },
  };
}
