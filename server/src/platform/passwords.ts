import { hash, verify } from '@node-rs/argon2';
import { createTurns, type TurnLimits } from './threads/turns.ts';

// OWASP's Password Storage Cheat Sheet: 19 MiB of memory, two passes, one thread.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const KIND = '$argon2id$v=19$'; // what the library makes if no other kind is named

// Each hash takes 19 MiB and a thread of Node's pool, whose four threads read files as well.
const AT_ONCE_MAX = 2;
const WAITING_MAX = 100; // with two at once, the last one waits about two seconds

/** Hashes passwords with argon2id, a few at a time, so that a flood of logins takes neither memory nor threads. */
export interface Passwords {
  /** In the PHC format. @throws AppError UNAVAILABLE if too many wait already */
  hash(password: string): Promise<string>;
  /**
   * True if this is the password of the hash. Without a hash it does the same work and returns false, so that the
   * response time does not reveal whether there is one.
   * @throws AppError UNAVAILABLE if too many wait already
   */
  verify(hash: string | null, password: string): Promise<boolean>;
  /** True if the hash was made with an outdated cost. */
  isOutdated(hash: string): boolean;
}

interface Cost {
  /** KiB */
  memoryCost: number;
  /** Passes over the memory. */
  timeCost: number;
}

export interface PasswordOptions extends Partial<Pick<TurnLimits, 'atOnceMax' | 'waitingMax'>> {
  /** Tests of other things hash cheaply. */
  cost?: Partial<Cost>;
}

/** As a hash names them, in the order of the alphabet. */
const nameCosts = ({ memoryCost, timeCost, parallelism }: typeof COST) =>
  `m=${memoryCost},p=${parallelism},t=${timeCost}`;

/** The costs that a hash names. Libraries write them in different orders. */
const costsIn = (hash: string) => hash.split('$')[3]?.split(',').sort().join();

/** A hash that no password matches: 16 bytes of salt and 32 of hash, in base64. */
const decoyOf = (costs: string) => `${KIND}${costs}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

const busyMessage = 'Too many people are logging in right now. Please try again in a few seconds.';

export function createPasswords({ cost, ...limits }: PasswordOptions = {}): Passwords {
  const options = { ...COST, ...cost };
  const costs = nameCosts(options);
  const decoy = decoyOf(costs);
  const inTurn = createTurns({
    atOnceMax: AT_ONCE_MAX,
    waitingMax: WAITING_MAX,
    busyMessage,
    ...limits,
  });

  return {
    hash: (password) => inTurn(() => hash(normalize(password), options)),
    verify: (stored, password) =>
      inTurn(async () => {
        const isRight = await verify(stored ?? decoy, normalize(password));
        return isRight && stored !== null;
      }),
    isOutdated: (stored) => !stored.startsWith(KIND) || costsIn(stored) !== costs,
  };
}

/** Keyboards produce one letter in several ways. NIST SP 800-63B, 3.1.1.2, recommends NFKC. */
const normalize = (password: string) => password.normalize('NFKC');
