import { createHmac, randomBytes } from 'node:crypto';
import type { Database } from '../../platform/database/database.ts';
import { limitedAddress } from '../../platform/limits/limited-address.ts';
import { addDays, dayOf } from './days.ts';
import * as repository from './salts-repository.ts';

const SALT_BYTES = 32;
const WHO_BYTES = 16; // a collision in a day of a million listeners has a probability below 1e-26

/** A listener's address as the log keeps it. */
export interface Who {
  who: Buffer;
  whoBefore: Buffer;
}

export interface Salts {
  /**
   * Hashes an address for a request at this time. Two requests within 24 hours can be linked: on one day by equal `who`,
   * on two days because `whoBefore` of the later one is `who` of the earlier one.
   */
  hash(address: string, at: Date): Promise<Who>;
}

/** A salt that is stored nowhere. */
export const newSalt = (): Buffer => randomBytes(SALT_BYTES);

/**
 * The salts of days. Any process makes one, and all use the one that was stored first.
 * @param saltOfOldDay gives another salt for a day whose own is destroyed. By default a new one for each request, so
 * that an answer that took longer than its day is linked to less.
 */
export function createSalts(
  database: Database,
  now: () => Date,
  saltOfOldDay: (day: string) => Buffer = newSalt,
): Salts {
  const known = new Map<string, Buffer>();

  async function saltOf(day: string): Promise<Buffer> {
    const oldest = oldestSalt(now());
    for (const other of known.keys()) if (other < oldest) known.delete(other);
    if (day < oldest) return saltOfOldDay(day); // a destroyed salt never comes back
    const salt = known.get(day) ?? (await repository.keepSalt(database, day, newSalt()));
    known.set(day, salt);
    return salt;
  }

  return {
    async hash(address, at) {
      const day = dayOf(at);
      const person = limitedAddress(address);
      const [salt, saltBefore] = [await saltOf(day), await saltOf(addDays(day, -1))];
      return { who: hashWith(salt, person), whoBefore: hashWith(saltBefore, person) };
    },
  };
}

const hashWith = (salt: Buffer, person: string): Buffer =>
  createHmac('sha256', salt).update(person).digest().subarray(0, WHO_BYTES);

/** The earliest day whose salt exists: requests of today are linked to those of yesterday. */
const oldestSalt = (now: Date): string => addDays(dayOf(now), -1);

/** Destroys every salt 48 hours after the beginning of its day. */
export async function destroySalts(database: Database, now: Date): Promise<void> {
  await repository.deleteSaltsBefore(database, oldestSalt(now));
}
