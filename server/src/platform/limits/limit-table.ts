/** A number of calls per time. */
export interface Quota {
  points: number;
  seconds: number;
  /**
   * A process takes this many points at once from the shared store, and grants as many for free at the beginning of
   * each window. Most requests then need no store, and the limit is exact up to this many for each process. 1 by
   * default: every request is counted exactly.
   */
  lease?: number;
}

export interface Limit {
  /** For each signed-in user, or for another key of a feature, such as the e-mail address of a login. */
  account?: Quota;
  /** For each network address: an IPv4 address, or the first 64 bits of an IPv6 address. */
  address?: Quota;
}

const MINUTE_S = 60;
const QUARTER_S = 900;
const HOUR_S = 3_600;

/** All limits of the API. A route names its limit with `config: { limit: 'login' }`; every other write has `write`. */
export const LIMITS = {
  /** New accounts. Also prevents testing a list of addresses at signup. */
  signup: { address: { points: 20, seconds: HOUR_S } },
  /** Passwords for one e-mail address from browsers that have never logged in to its account, from all networks. */
  guess: { account: { points: 10, seconds: MINUTE_S } },
  /** Password attempts: for an account and a network, and for a network. */
  login: {
    account: { points: 10, seconds: QUARTER_S },
    address: { points: 60, seconds: QUARTER_S },
  },
  /** Codes of a second factor, which have six digits. Only a person who knows the password gets this far. */
  code: { account: { points: 5, seconds: QUARTER_S } },
  /** Mails that a request makes this host send. */
  mail: { account: { points: 5, seconds: HOUR_S }, address: { points: 30, seconds: HOUR_S } },
  /** Every write without its own limit. Generous, because it stops only programs that run wild. */
  write: {
    account: { points: 600, seconds: MINUTE_S, lease: 20 },
    address: { points: 6_000, seconds: MINUTE_S, lease: 100 },
  },
  /** Reports about what is heard: one a minute and player. Many listeners may share a network. */
  listening: { address: { points: 600, seconds: MINUTE_S, lease: 20 } },
  /** Links to words of an episode, which visitors may make as well. */
  quote: { account: { points: 60, seconds: HOUR_S }, address: { points: 120, seconds: HOUR_S } },
  /** Messages that other people read. */
  message: {
    account: { points: 30, seconds: MINUTE_S },
    address: { points: 120, seconds: MINUTE_S },
  },
  /** Uploads that begin. */
  upload: { account: { points: 300, seconds: HOUR_S, lease: 5 } },
  /** Pieces of an upload. Some clients send very small ones. */
  upload_piece: { account: { points: 6_000, seconds: MINUTE_S, lease: 100 } },
  /** Pages that this host opens in a browser. */
  doctor: { account: { points: 60, seconds: HOUR_S } },
  /** Feeds that this host fetches for a user. */
  import: { account: { points: 30, seconds: HOUR_S } },
  /** Codes of old players: a tool sends those of many posts at once. */
  convert: { address: { points: 120, seconds: MINUTE_S, lease: 10 } },
  /** Archives of a whole account. */
  export: { account: { points: 10, seconds: HOUR_S } },
  /** Orders, changes of a plan and cards: each asks Stripe several times, which limits this host as a whole. */
  payment: { account: { points: 30, seconds: QUARTER_S } },
  /** Searches without a stored answer. A person who types sends several, and many people may share a network. */
  search: { address: { points: 120, seconds: MINUTE_S, lease: 10 } },
  /** Sitemaps, which read the whole catalogue. */
  sitemap: {
    account: { points: 120, seconds: MINUTE_S, lease: 10 },
    address: { points: 120, seconds: MINUTE_S, lease: 10 },
  },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;
