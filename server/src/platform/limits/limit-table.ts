/** How often something may be done. */
export interface Quota {
  points: number;
  seconds: number;
  /**
   * A process takes this many points at once from the shared store, and gives as many for nothing at the beginning of
   * each window. Then most requests ask no store, and the limit holds up to this many for each process. 1 by default:
   * every request is counted exactly.
   */
  lease?: number;
}

export interface Limit {
  /** For each signed-in user, or for what a feature counts by, such as the e-mail address of a login. */
  account?: Quota;
  /** For each address of the network: an IPv4 address, or the first 64 bits of an IPv6 address. */
  address?: Quota;
}

const MINUTE_S = 60;
const QUARTER_S = 900;
const HOUR_S = 3_600;

/** All limits of the API. A route names its own with `config: { limit: 'login' }`; every other write has `write`. */
export const LIMITS = {
  /** New accounts. Also keeps a list of addresses from being tried out at signup. */
  signup: { address: { points: 20, seconds: HOUR_S } },
  /** Passwords that are tried. */
  login: {
    account: { points: 10, seconds: QUARTER_S },
    address: { points: 60, seconds: QUARTER_S },
  },
  /** Mails that somebody can make this host send. */
  mail: {
    account: { points: 5, seconds: HOUR_S },
    address: { points: 30, seconds: HOUR_S },
  },
  /** Every write without a limit of its own: generous, because it holds programs that run wild and nobody else. */
  write: {
    account: { points: 600, seconds: MINUTE_S, lease: 20 },
    address: { points: 6_000, seconds: MINUTE_S, lease: 100 },
  },
  /** Messages that other people read. */
  message: {
    account: { points: 30, seconds: MINUTE_S },
    address: { points: 120, seconds: MINUTE_S },
  },
  /** Files that somebody begins to upload. */
  upload: { account: { points: 300, seconds: HOUR_S, lease: 5 } },
  /** Pieces of such a file. Some clients send very small ones. */
  upload_piece: { account: { points: 6_000, seconds: MINUTE_S, lease: 100 } },
  /** Feeds that this host fetches for somebody. */
  import: { account: { points: 30, seconds: HOUR_S } },
  /** Archives of a whole account. */
  export: { account: { points: 10, seconds: HOUR_S } },
  /** Orders, changes of a plan and cards: each asks Stripe several times, which limits this host as a whole. */
  payment: { account: { points: 30, seconds: QUARTER_S } },
  /** Reads that search the whole catalogue. */
  search: {
    account: { points: 120, seconds: MINUTE_S, lease: 10 },
    address: { points: 120, seconds: MINUTE_S, lease: 10 },
  },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;
