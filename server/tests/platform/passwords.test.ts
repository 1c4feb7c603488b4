import { describe, expect, it } from 'vitest';
import { createPasswords } from '../../src/platform/passwords.ts';

describe('createPasswords', () => {
  const passwords = createPasswords();

  it('hashes with argon2id at the costs that OWASP recommends', async () => {
    const hash = await passwords.hash('correct horse');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(hash).not.toBe(await passwords.hash('correct horse'));
    expect(await passwords.verify(hash, 'correct horse')).toBe(true);
    expect(await passwords.verify(hash, 'correct horsE')).toBe(false);
    expect(passwords.isOutdated(hash)).toBe(false);
    expect(passwords.isOutdated(hash.replace('t=2', 't=1'))).toBe(true);
  });

  it('knows the hashes of earlier versions, which name their costs in another order', async () => {
    const hash =
      '$argon2id$v=19$m=19456,p=1,t=2$ot9kgHRLdxUgqXDhy+WM3Q$4d6hINv6mBAJJJ52eenIurUpBv6baNRyTNALyzsbfZw';
    expect(await passwords.verify(hash, 'correct horse')).toBe(true);
    expect(passwords.isOutdated(hash)).toBe(false);
    for (const other of ['$argon2i$', '$argon2d$']) {
      expect(passwords.isOutdated(hash.replace('$argon2id$', other))).toBe(true);
    }
  });

  it('takes the spellings of one letter for the same', async () => {
    const hash = await passwords.hash('caffe\u0301 lungo');
    expect(await passwords.verify(hash, 'caff\u00e9 lungo')).toBe(true);
  });

  it('says no to every password if there is no hash', async () => {
    for (const password of ['', 'correct horse', 'A'.repeat(1_000)]) {
      expect(await passwords.verify(null, password)).toBe(false);
    }
  });

  it('hashes only a few at a time, in order, and refuses when too many wait', async () => {
    const few = createPasswords({ atOnceMax: 1, waitingMax: 2 });
    const done: number[] = [];
    const work = [1, 2, 3, 4, 5].map((number) =>
      few.hash('correct horse').then(() => done.push(number)),
    );
    const results = await Promise.allSettled(work);
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    expect(results[4]).toMatchObject({ reason: { reason: 'UNAVAILABLE' } });
    expect(done).toEqual([1, 2, 3]);
  });

  it('goes on after a hash that cannot be read', async () => {
    const few = createPasswords({ atOnceMax: 1 });
    await expect(few.verify('nonsense', 'x')).rejects.toThrow();
    expect(await few.verify(null, 'x')).toBe(false);
  });
});
