/** A report to one address. */
export interface Beacon {
  method: 'GET' | 'POST';
  /** Absolute, or relative to the base address of the API. */
  url: string;
  /** Sent form-encoded in the body of a POST, or in the query of a GET. */
  data?: Readonly<Record<string, string>> | null;
}

/** A beacon in the store. Times are milliseconds since the epoch. */
export interface StoredBeacon {
  /** Ascends with time, so that a walk through the store goes from old to new. */
  readonly id: string;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly data: Readonly<Record<string, string>> | null;
  readonly enqueued_at: number;
  /** When the last attempt failed. */
  readonly retried_at: number | null;
  /** When a page claimed it for delivery. No other page delivers it until the claim is stale. */
  readonly delivering_at: number | null;
  readonly num_retries: number;
}

/** The beacon as it is stored. Null if its address is invalid or not HTTP(S). */
export function toStoredBeacon(beacon: Beacon, apiUrl: string, now: number): StoredBeacon | null {
  const { method, data } = beacon;
  const url = absoluteUrl(beacon.url, apiUrl);
  if (url === null || (method !== 'GET' && method !== 'POST')) return null;
  return {
    id: createId(now),
    method,
    url,
    data: data && Object.keys(data).length > 0 ? data : null,
    enqueued_at: now,
    retried_at: null,
    delivering_at: null,
    num_retries: 0,
  };
}

/** Puts the base address of the API, with its path, before a relative address. */
function absoluteUrl(url: string, apiUrl: string): string | null {
  const address = String(url).trim();
  if (address === '') return null;
  const isAbsolute = /^([a-z][a-z\d+.-]*:|\/\/)/i.test(address);
  const joint = /^[/?#]/.test(address) ? '' : '/';
  const base = apiUrl.replace(/\/+$/, '');
  return httpUrl(isAbsolute ? address : `${base}${joint}${address}`, apiUrl);
}

/** The complete address. Null if it is not HTTP(S) or holds a password, which browsers refuse. */
export function httpUrl(url: unknown, base?: string): string | null {
  try {
    const { protocol, username, password, href } = new URL(String(url), base);
    const isHttp = protocol === 'https:' || protocol === 'http:';
    return isHttp && username === '' && password === '' ? href : null;
  } catch {
    return null;
  }
}

let count = 0;

/** Ascends within a page by its count and between pages by time. The random end tells two pages apart. */
function createId(now: number): string {
  count += 1;
  const random = Math.random().toString(36).slice(2, 12);
  return [digits(now, 14), digits(count, 7), random].join('-');
}

const digits = (value: number, length: number) => String(Math.floor(value)).padStart(length, '0');
