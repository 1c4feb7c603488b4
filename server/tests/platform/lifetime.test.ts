import { describe, expect, it } from 'vitest';
import { createLifetime, Stopping } from '../../src/platform/lifetime.ts';

function lateOpening() {
  let finish = () => {};
  const opening = new Promise<string>((resolve) => {
    finish = () => resolve('opened');
  });
  return { open: () => opening, finish };
}

describe('createLifetime', () => {
  it('closes what was opened, the newest first', async () => {
    const closed: string[] = [];
    const close = async (name: string) => void closed.push(name);
    const lifetime = createLifetime();
    for (const name of ['first', 'second']) await lifetime.own(async () => name, close);
    await lifetime.stop();
    expect(closed).toEqual(['second', 'first']);
  });

  it('waits for what is being opened, closes it, and stops the start', async () => {
    const closed: string[] = [];
    const lifetime = createLifetime();
    const { open, finish } = lateOpening();
    const owned = lifetime.own(open, async (name) => void closed.push(name));
    const stopped = lifetime.stop();
    finish();
    await expect(owned).rejects.toThrow(Stopping);
    await stopped;
    expect(closed).toEqual(['opened']);
    await expect(
      lifetime.own(
        async () => 'late',
        async () => {},
      ),
    ).rejects.toThrow(Stopping);
  });

  it('closes the others if one can not be opened or closed', async () => {
    const closed: string[] = [];
    const lifetime = createLifetime();
    await lifetime.own(
      async () => 'first',
      async (name) => void closed.push(name),
    );
    const failure = new Error('The port is in use.');
    await expect(
      lifetime.own(
        () => Promise.reject(failure),
        async () => {},
      ),
    ).rejects.toBe(failure);
    await lifetime.own(
      async () => 'third',
      () => Promise.reject(new Error('It does not close.')),
    );
    await expect(lifetime.stop()).rejects.toThrow('It does not close.');
    expect(closed).toEqual(['first']);
  });
});
