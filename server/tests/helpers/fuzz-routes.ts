import { ERRORS, type ErrorEnvelope } from 'earshot/contract';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { OpenapiDocument } from '../../src/platform/openapi/describe-api.ts';
import {
  type FuzzedRequest,
  type Operation,
  operationsOf,
  requestsOf,
  toInject,
} from './arbitrary-requests.ts';
import { makeThings } from './make-things.ts';
import type { SharedApp, SignedIn } from './test-app.ts';

const HANGS_AFTER_MS = 60_000;

async function readOperations({ app }: SharedApp): Promise<Operation[]> {
  const answer = await app.inject({ url: '/api/openapi.json' });
  return operationsOf(answer.json<OpenapiDocument>());
}

/** Ids and names of the created things, by the names in paths and bodies. */
export type Things = Readonly<Record<string, unknown>>;

export interface FuzzOptions {
  runs: number;
  seed: number;
  /** The paths of the operations to send to. All of them without it. */
  only?: RegExp;
  /** Adds more for the author of newly created things. Returns its names. */
  more?(author: SignedIn): Promise<Things>;
}

/** Sends arbitrary requests to every operation. Returns the failures, each with its seed and its smallest request. */
export async function fuzzAll(test: SharedApp, options: FuzzOptions): Promise<string[]> {
  const all = await readOperations(test);
  expect(all.length).toBeGreaterThan(100);
  const { only } = options;
  const operations = only ? all.filter(({ path }) => only.test(path)) : all;
  expect(operations.length).toBeGreaterThan(20);
  const failures: string[] = [];
  const worlds = openWorlds(test, options);
  for (const operation of operations) {
    await fuzz(test, operation, { ...options, worlds }).catch((error: Error) => {
      failures.push(`${operation.method} ${operation.path}: ${error.message}\n${error.cause}`);
    });
  }
  return failures;
}

/** The world that requests are sent to. */
interface Worlds {
  current(): Promise<World>;
  /** Deleted and logged-out things are restored for the next request. */
  renew(): void;
}

function openWorlds(test: SharedApp, { more }: FuzzOptions): Worlds {
  let world: Promise<World> | null = null;
  return {
    current() {
      world ??= enterWorld(test, more);
      return world;
    },
    renew() {
      world = null;
    },
  };
}

async function fuzz(
  test: SharedApp,
  operation: Operation,
  { runs, seed, worlds }: FuzzOptions & { worlds: Worlds },
) {
  await fc.assert(
    fc.asyncProperty(requestsOf(operation), async (request) => {
      const status = await send(test, request, await worlds.current());
      if (operation.method !== 'GET' && status < 300) worlds.renew();
    }),
    { numRuns: runs, seed },
  );
}

interface World {
  things: Things;
  users: Readonly<Record<FuzzedRequest['role'], SignedIn | null>>;
}

async function enterWorld(test: SharedApp, more?: FuzzOptions['more']): Promise<World> {
  const { owner, other, ...ids } = await makeThings(test);
  const { database } = test;
  const { schedule_id } = await database
    .insertInto('schedules')
    .values({ show_id: ids.show_id, weekday: 1, time: '10:00', timezone: 'UTC', title: 'Weekly' })
    .returning('schedule_id')
    .executeTakeFirstOrThrow();
  const { list_id } = await database
    .insertInto('explore_lists')
    .values({ permalink: `list-${schedule_id}`, title: 'Listed', type: 'shows' })
    .returning('list_id')
    .executeTakeFirstOrThrow();
  const things = {
    ...ids,
    schedule_id,
    list_id,
    user_id: owner.userId,
    follower_id: owner.userId,
    followed_id: other.userId,
    user_permalink: owner.permalink,
    blocked_permalink: other.permalink,
    permalink: 'arts',
  };
  const admin = await test.signIn({ admin: true });
  Object.assign(things, await more?.(owner));
  return { things, users: { anonymous: null, member: other, author: owner, admin } };
}

async function send(
  test: SharedApp,
  request: FuzzedRequest,
  { things, users }: World,
): Promise<number> {
  const { headers, ...rest } = toInject(request, things);
  const own = users[request.role]?.[request.by] ?? {};
  const answer = await withinReason(test.app.inject({ ...rest, headers: { ...own, ...headers } }));
  const { statusCode, body } = answer;
  const isHead = request.method === 'HEAD';
  const isExpected = statusCode < 500 || statusCode === 501;
  expect(isExpected, `${statusCode}: ${body}`).toBe(true);
  if (statusCode >= 400 && !isHead) expectEnvelope(statusCode, answer.json<ErrorEnvelope>());
  return statusCode;
}

async function withinReason<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const hang = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The request hangs.')), HANGS_AFTER_MS);
  });
  return Promise.race([answer, hang]).finally(() => clearTimeout(timer));
}

function expectEnvelope(status: number, { error }: ErrorEnvelope): void {
  const { reason, messages } = error;
  expect(error.code).toBe(status);
  expect(messages.length).toBeGreaterThan(0);
  expect(messages.join()).not.toMatch(/node_modules|\.ts:\d|\bselect .* from\b|insert into/i);
  if (status === 501) expect(reason).toBe('NOT_CONFIGURED');
  // A client must learn which part of its request is wrong.
  if (reason === 'INVALID_REQUEST') expect(messages).not.toContain(ERRORS[reason].message);
}
