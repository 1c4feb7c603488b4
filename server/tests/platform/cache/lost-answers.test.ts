import { describe, expect, it } from 'vitest';
import { ANYTHING, createAnswerCache } from '../../../src/platform/cache/answer-cache.ts';
import type { ChangeSubscriber } from '../../../src/platform/cache/change-feed.ts';
import { DatabaseUnavailable } from '../../../src/platform/database/database-unavailable.ts';

/** A cache whose database is up, and the changes that the database announces. */
function openCache() {
  let database: ChangeSubscriber | undefined;
  const subscribe = (subscriber: ChangeSubscriber) => {
    database = subscriber;
  };
  const answers = createAnswerCache({ changes: { subscribe, settle: async () => {} } });
  database?.onUp();
  const store = (key: string, sources: string[]) =>
    answers.get(key, async (names) => {
      for (const name of sources) names.add(name);
      return { body: `old ${key}`, type: 'text/plain' };
    });
  const fail = async () => {
    throw new DatabaseUnavailable('lost');
  };
  const ask = (key: string, failsWhenLost = false) =>
    answers.get(key, fail, { failsWhenLost }).then(
      ({ body }) => body.toString(),
      (error: Error) => error.message,
    );
  return { answers, database: database as ChangeSubscriber | undefined, store, fail, ask };
}

describe('answers while the database is lost', () => {
  it('are those from before, until it is back', async () => {
    const { database, store, ask } = openCache();
    await store('show', ['show:1']);
    database?.onDown();
    expect(await ask('show')).toBe('old show');
    expect(await ask('show', true)).toBe('lost'); // a program tries again
    expect(await ask('another')).toBe('lost');
    database?.onUp();
    expect(await ask('show')).toBe('lost');
  });

  it('never show a thing as it was before its last change', async () => {
    const { database, store, ask } = openCache();
    await store('show', ['show:1']);
    await store('list', [ANYTHING, 'show:1']);
    database?.onChange('show:1');
    database?.onDown();
    expect(await ask('show')).toBe('lost');
    expect(await ask('list')).toBe('lost');
  });

  it('include lists that miss only the change of another thing', async () => {
    const { database, store, ask } = openCache();
    await store('list', [ANYTHING, 'show:1']);
    database?.onChange('show:2');
    database?.onDown();
    expect(await ask('list')).toBe('old list');
  });

  it('include no list after its thing has changed as well, or everything has', async () => {
    for (const change of ['show:1', ANYTHING]) {
      const { database, store, ask } = openCache();
      await store('list', [ANYTHING, 'show:1']);
      database?.onChange('show:2');
      database?.onChange(change);
      database?.onDown();
      expect(await ask('list')).toBe('lost');
    }
  });

  it('can use small values from before', async () => {
    const { answers, database, fail } = openCache();
    await answers.keep('settings', async () => 'old');
    database?.onDown();
    expect(await answers.keep('settings', fail)).toBe('old');
    await expect(answers.keep('others', fail)).rejects.toThrow('lost');
  });
});
