import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProgramToken } from '../src/features/accounts/program-tokens.ts';
import type { GuardedRoute } from '../src/features/policy/authorize.ts';
import { type Action, type Resource, ruleOf } from '../src/features/policy/policy.ts';
import { type AllServices, startAllServices } from './helpers/all-services.ts';
import { makeThings, type Things } from './helpers/make-things.ts';
import { openTestApp, type SignedIn, type TestApp } from './helpers/test-app.ts';

// Walks every route of the API in every role, with one's own things and those of other users. A new route is included
// automatically. The host has every service, so that no route ends early because of a missing one.

let services: AllServices;
let test: TestApp;
beforeAll(async () => {
  services = await startAllServices();
  test = await openTestApp(services.env);
});
afterAll(async () => {
  await test?.close();
  await services?.stop();
});

const ROLES = ['anonymous', 'member', 'blocked', 'editor', 'owner', 'admin'] as const;
type Role = (typeof ROLES)[number];

/** A user in this role to the things. Null is a visitor. */
async function enter(role: Role, things: Things): Promise<SignedIn | null> {
  if (role === 'anonymous') return null;
  if (role === 'owner') return things.owner;
  const user = await test.signIn({ admin: role === 'admin' });
  const { show_id, owner } = things;
  if (role === 'editor') {
    await test.database
      .insertInto('show_members')
      .values({ show_id, user_id: user.userId, role: 'editor' })
      .execute();
  }
  if (role === 'blocked') {
    await test.database
      .insertInto('blocks')
      .values({ blocker_id: owner.userId, blocked_id: user.userId })
      .execute();
  }
  return user;
}

/** Whether other users may know that a thing exists. */
const IS_PUBLIC: Readonly<Record<Resource, boolean>> = {
  show: true,
  episode: true,
  user: true,
  message: true,
  upload: false,
  import: false,
};

/** The kinds of things that an editor of a show shares with its owner. */
const SHARED: readonly Resource[] = ['show', 'episode', 'message'];

/** The promises of the policy, written independently of its code. */
function expected(role: Role, action: Action, isPublished: boolean): 'allowed' | 401 | 403 | 404 {
  const { needs, on } = ruleOf(action);
  if (role === 'anonymous' && needs !== 'anyone') return 401;
  if (needs === 'self' && role === 'admin') return 403;
  if (role === 'admin') return 'allowed';
  if (needs === 'admin') return 403;
  if (on === undefined) return 'allowed';
  if (role === 'owner') return 'allowed';
  const isEditor = role === 'editor' && SHARED.includes(on);
  const isHidden = !isPublished && (on === 'episode' || on === 'message');
  const isSeen = isEditor || (role !== 'blocked' && IS_PUBLIC[on] && !isHidden);
  if (!isSeen) return needs === 'member' ? 'allowed' : 404;
  if (needs === 'owner' || needs === 'self') return 403;
  return needs === 'editor' && !isEditor ? 403 : 'allowed';
}

/** Valid bodies of actions with their thing in the body, because bodies are checked first. */
const BODIES: Readonly<Partial<Record<Action, (things: Things) => object>>> = {
  'episode.create': ({ show_id }) => ({ show_id, title: 'New' }),
};

/** Only Stripe can sign a report. */
function signedReport(): Pick<InjectOptions, 'payload' | 'headers'> {
  const payload = JSON.stringify({ object: 'event', type: 'charge.updated', data: { object: {} } });
  const signature = services.stripe.sign(payload);
  return {
    payload,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
  };
}

function fill({ method, url, action }: GuardedRoute, things: Things): InjectOptions {
  const { owner, other, ...ids } = things;
  const values: Readonly<Record<string, number | string>> = {
    ...ids,
    user_id: owner.userId,
    user: owner.userId,
    user_permalink: owner.permalink,
    follower_id: owner.userId,
    followed_id: url.includes('/favorites/') ? things.show_id : other.userId,
    blocked_permalink: other.permalink,
    provider: 'google',
  };
  const path = url
    .replace(/\*$/, '')
    .replace(/:(\w+)/g, (_, name: string) => String(values[name] ?? 999_999));
  const payload = BODIES[action]?.(things);
  return {
    method: method as 'GET',
    url: path,
    ...(payload && { payload }),
    ...(action === 'payment.report' && signedReport()),
  };
}

const isNamedInBody = ({ url, action }: GuardedRoute) => {
  const { on, named } = ruleOf(action);
  const fields = { show: 'show_id', episode: 'episode_id', upload: 'media_id', user: 'user_id' };
  const field = named ?? { ...fields, import: 'import_id', message: 'message_id' }[on ?? 'show'];
  return on !== undefined && !url.includes(`:${field}`);
};

type State = 'published' | 'draft';

interface Entered {
  things: Things;
  user: SignedIn | null;
}

/** The things and the user of a role, made again only after a write that may have changed them. */
function keepEntered(role: Role, state: State) {
  let entered: Promise<Entered> | null = null;

  async function make(): Promise<Entered> {
    const things = await makeThings(test, state);
    return { things, user: await enter(role, things) };
  }

  return {
    get() {
      entered ??= make();
      return entered;
    },
    drop() {
      entered = null;
    },
  };
}

async function walk(
  route: GuardedRoute,
  role: Role,
  state: State,
  kept: ReturnType<typeof keepEntered>,
) {
  const { things, user } = await kept.get();
  const request = fill(route, things);
  const headers = { ...request.headers, ...user?.headers };
  const answer = await test.app.inject({ ...request, headers });
  const { statusCode } = answer;
  if (route.method !== 'GET' && statusCode < 400) kept.drop();
  const wanted = expected(role, route.action, state === 'published');
  const where = `${role}: ${route.method} ${route.url} (${state}) ${route.action}`;
  if (statusCode >= 500) return `${where} failed: ${answer.body}`;
  if (wanted !== 'allowed') {
    return statusCode === wanted ? null : `${where} gave ${statusCode} instead of ${wanted}`;
  }
  const { on } = ruleOf(route.action);
  const isMissing =
    statusCode === 404 && answer.body.includes(`"${on?.toUpperCase()}_UNAVAILABLE"`);
  const isRefused = statusCode === 401 || statusCode === 403 || isMissing;
  return isRefused ? `${where} gave ${statusCode}: ${answer.body}` : null;
}

const guarded = () => test.app.guardedRoutes.filter(({ method }) => method !== 'HEAD');

describe.each(ROLES)('the API, as %s', (role) => {
  it.each(['published', 'draft'] as const)(
    'allows what the policy promises, with %s episodes',
    async (state) => {
      const wrong: (string | null)[] = [];
      const kept = keepEntered(role, state);
      for (const route of guarded()) {
        const { on } = ruleOf(route.action);
        const depends = on === 'episode' || on === 'message';
        if (state === 'published' || depends) wrong.push(await walk(route, role, state, kept));
      }
      expect(wrong.filter((text) => text !== null)).toEqual([]);
    },
  );
});

describe('the API', () => {
  it('has routes to walk, and a body for each that names its thing there', () => {
    expect(guarded().length).toBeGreaterThan(60);
    const bare = guarded().filter((route) => isNamedInBody(route) && !BODIES[route.action]);
    expect(bare).toEqual([]);
  });

  it('opens only numbers and public data to a token of an owner for numbers', async () => {
    const wrong: string[] = [];
    const numbers: string[] = [];
    const things = await makeThings(test, 'draft');
    const { secret } = await createProgramToken(test.database, {
      userId: things.owner.userId,
      name: 'Figures',
      scope: 'numbers',
    });
    for (const route of guarded()) {
      const request = fill(route, things);
      const ask = async (headers: object) =>
        (await test.app.inject({ ...request, headers: { ...request.headers, ...headers } }))
          .statusCode;
      const status = await ask({ authorization: `Bearer ${secret}` });
      const { needs, scope } = ruleOf(route.action);
      if (scope === 'numbers') numbers.push(`${route.method} ${route.url} ${status}`);
      else {
        const isOpen = needs === 'anyone' && /^(GET|OPTIONS)$/.test(route.method);
        const wanted = isOpen ? await ask({}) : 403;
        if (status !== wanted) wrong.push(`${route.method} ${route.url} gave ${status}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(numbers.sort()).toEqual([
      'GET /api/v2/episodes/:episode_id/listening 200',
      'GET /api/v2/episodes/:episode_id/numbers 200',
      'GET /api/v2/shows/:show_id/numbers 200',
      'GET /api/v2/shows/:show_id/numbers/by-age 200',
      'GET /api/v2/shows/:show_id/numbers/history 200',
    ]);
  });

  it('shows the things of an owner to everybody, but not to those whom he has blocked', async () => {
    const wrong: string[] = [];
    const reads = guarded().filter(({ method, url, action }) => {
      const { needs } = ruleOf(action);
      return (
        method === 'GET' && needs === 'anyone' && /:(show_id|episode_id|user_id|user)\b/.test(url)
      );
    });
    expect(reads.length).toBeGreaterThan(5);
    for (const route of reads) {
      const things = await makeThings(test);
      const blocked = await enter('blocked', things);
      const ask = async (headers: object) =>
        (await test.app.inject({ ...fill(route, things), headers: { ...headers } })).statusCode;
      const [open, hidden] = [await ask({}), await ask(blocked?.headers ?? {})];
      if (open < 400 && hidden !== 404) wrong.push(`${route.url}: ${open}, then ${hidden}`);
    }
    expect(wrong).toEqual([]);
  });
});
