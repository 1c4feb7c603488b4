import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTIONS, type Need, type Resource } from '../../../src/features/policy/policy.ts';
import { FIND } from '../../../src/features/policy/repository.ts';
import { type Actor, ANONYMOUS } from '../../../src/platform/http/actor.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
let show: { show_id: number; user_id: number };
let actors: Record<'owner' | 'editor' | 'stranger' | 'blocked' | 'admin', Actor>;

const actor = (userId: number, isAdmin = false): Actor => ({ userId, isAdmin, via: 'token' });

beforeAll(async () => {
  test = await openTestApp();
  const { database } = test;
  show = await database
    .selectFrom('shows')
    .select(['show_id', 'user_id'])
    .limit(1)
    .executeTakeFirstOrThrow();
  const [editor, stranger, blocked, admin] = await Promise.all([
    test.signIn(),
    test.signIn(),
    test.signIn(),
    test.signIn({ admin: true }),
  ]);
  await database
    .insertInto('show_members')
    .values({ show_id: show.show_id, user_id: editor.userId, role: 'editor' })
    .execute();
  await database
    .insertInto('blocks')
    .values({ blocker_id: show.user_id, blocked_id: blocked.userId })
    .execute();
  actors = {
    owner: actor(show.user_id),
    editor: actor(editor.userId),
    stranger: actor(stranger.userId),
    blocked: actor(blocked.userId),
    admin: actor(admin.userId, true),
  };
});
afterAll(() => test?.close());

async function standing(kind: Resource, id: number | string, who: keyof typeof actors | null) {
  return FIND[kind](test.database, id, who === null ? ANONYMOUS : actors[who]);
}

async function insertEpisode(state: 'draft' | 'unlisted' | 'published'): Promise<number> {
  const { episode_id } = await test.database
    .insertInto('episodes')
    .values({
      ...show,
      permalink: `policy-${state}`,
      title: state,
      description: '',
      explicit: false,
      state,
      published_at: state === 'draft' ? null : new Date(),
    })
    .returning('episode_id')
    .executeTakeFirstOrThrow();
  return episode_id;
}

describe('the standing of an actor', () => {
  it.each([
    ['owner', 'owner', true],
    ['editor', 'editor', true],
    ['stranger', null, true],
    ['blocked', null, false],
    [null, null, true],
  ] as const)('of a show is, for %s: role %s, visible %s', async (who, role, isVisible) => {
    expect(await standing('show', show.show_id, who)).toEqual({ role, isVisible });
  });

  it.each([
    ['draft', 'editor', true],
    ['draft', 'stranger', false],
    ['draft', 'admin', true],
    ['unlisted', 'stranger', true],
    ['unlisted', 'blocked', false],
    ['published', 'stranger', true],
    ['published', 'blocked', false],
  ] as const)('shows a %s episode to %s: %s', async (state, who, isVisible) => {
    const found = await test.database
      .selectFrom('episodes')
      .select('episode_id')
      .where('permalink', '=', `policy-${state}`)
      .executeTakeFirst();
    const id = found?.episode_id ?? (await insertEpisode(state));
    expect((await standing('episode', id, who))?.isVisible).toBe(isVisible);
  });

  it.each(['0', '-1', '1e3', '99999999999', 'x', "1' or '1'='1"])(
    'has no show named %s',
    async (id) => {
      expect(await standing('show', id, 'admin')).toBeNull();
    },
  );

  it('finds a user by id and by permalink', async () => {
    const { permalink } = await test.signIn();
    const byName = await standing('user', permalink, 'stranger');
    expect(byName).toEqual({ role: null, isVisible: true });
    expect(await standing('user', String(show.user_id), 'blocked')).toEqual({
      role: null,
      isVisible: false,
    });
  });
});

describe('ACTIONS', () => {
  it('names a resource wherever a role on it decides', () => {
    const needsResource: readonly Need[] = ['viewer', 'editor', 'owner'];
    const bare = Object.entries<{ needs: Need; on?: Resource }>(ACTIONS)
      .filter(([, { needs, on }]) => needsResource.includes(needs) && on === undefined)
      .map(([name]) => name);
    expect(bare).toEqual([]);
  });
});
