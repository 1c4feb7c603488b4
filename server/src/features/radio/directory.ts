import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { RadioDirectory } from '../../config/radio-directory.ts';
import { type Resolve, resolveHost } from '../../platform/http/private-address.ts';
import {
  isPassingFailure,
  PACE,
  type Pace,
  readAnswer,
  sendRequest,
} from '../../platform/http/send-request.ts';
import { cleanLine } from '../../platform/text/clean-text.ts';

const BODY_MAX_BYTES = 64_000;
const MESSAGE_MAX = 300;
const RETRY_AFTER_MAX_S = 6 * 3_600;

/** The data about a show or an episode for a directory. docs/radio-directory.md explains the fields. */
export interface Submission {
  type: 'show' | 'episode';
  feed_url: string;
  title: string;
  language: string;
  /** The guid of an episode in the feed. Null for a show. */
  guid: string | null;
}

export interface Verdict {
  /** `gone`: the directory has no such listing. `refused`: also if it refuses to withdraw it. */
  state: 'pending' | 'listed' | 'refused' | 'gone';
  message: string | null;
}

/** The directory cannot answer now. */
export class DirectoryBusy extends Error {
  override readonly name = 'DirectoryBusy';
  /** The time until the next request. Null if the directory did not say. */
  readonly retryAfterMs: number | null;

  constructor(message: string, retryAfterMs: number | null = null) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

export interface DirectoryOptions {
  resolve?: Resolve;
  pace?: Partial<Pace>;
}

type Method = 'GET' | 'PUT' | 'DELETE';

const Said = Compile(
  Type.Object({
    state: Type.Optional(Type.Enum(['pending', 'listed', 'refused'], { type: 'string' })),
    message: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
);

/**
 * Reads one listing from the directory, or changes it. Every request contains the id of the listing, so that it may
 * be sent again. Redirects are not followed.
 * @throws DirectoryBusy or Unreachable if a retry may help
 */
export async function askDirectory(
  directory: RadioDirectory,
  { method, listingId, submission }: { method: Method; listingId: string; submission?: Submission },
  { resolve = resolveHost, pace }: DirectoryOptions = {},
): Promise<Verdict> {
  const body = submission && JSON.stringify(submission);
  const patience = { ...PACE, totalMs: 30_000, ...pace };
  const answer = await sendRequest(new URL(`${directory.url}/listings/${listingId}`), {
    method,
    headers: headersOf(directory, body),
    ...(body === undefined ? {} : { body }),
    resolve: directory.isPrivate ? null : resolve,
    pace: patience,
    refusal: 'is on a private network; set IHR_PRIVATE=true to allow that',
  });
  const status = answer.statusCode ?? 0;
  if (isPassingFailure(status)) {
    answer.destroy();
    throw new DirectoryBusy(`The radio directory answered ${status}`, readRetryAfter(answer));
  }
  const said = withoutToken(await readSaid(answer, patience), directory);
  const fault = faultOfHost(method, status, said);
  if (fault) throw new DirectoryBusy(`The radio directory answered ${status}: ${fault}`);
  return judge(method, status, said);
}

/** The error for the operator of the host. Null for an answer that concerns the listing. */
function faultOfHost(method: Method, status: number, said: Words): string | null {
  const isWithoutWords = said === null || said === 'empty' || !(said.state || said.message);
  if (status === 401 || status === 407 || (status === 403 && isWithoutWords)) {
    return 'it does not accept the IHR_TOKEN of this host, or misses one';
  }
  if (status >= 300 && status < 400) {
    return 'redirects are not followed, so IHR_URL must name the directory itself';
  }
  const isElsewhere = status === 405 || (status === 404 && method === 'PUT' && said === null);
  return isElsewhere ? 'IHR_URL does not name a directory' : null;
}

/** A directory may repeat a request in its answer. Authors see its messages, but must not see the token of the host. */
function withoutToken(said: Words, { token }: RadioDirectory): Words {
  const repeats = token !== null && said !== 'empty' && said?.message?.includes(token);
  return repeats ? { ...said, message: '' } : said;
}

function headersOf({ token }: RadioDirectory, body: string | undefined): OutgoingHttpHeaders {
  return {
    'User-Agent': 'Earshot',
    Accept: 'application/json',
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    ...(body === undefined
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
  };
}

/** Null if the answer does not follow the protocol. */
type Words = SaidFields | 'empty' | null;
type SaidFields = { state?: 'pending' | 'listed' | 'refused'; message?: string | null };

/** An answer without a state counts only if it is empty: an HTML page comes from something else. */
function judge(method: Method, status: number, said: Words): Verdict {
  const fields = said === 'empty' || said === null ? {} : said;
  const message = cleanLine(fields.message ?? '', MESSAGE_MAX) || null;
  if (status === 404 || status === 410) {
    return { state: method === 'PUT' ? 'refused' : 'gone', message };
  }
  if (status < 200 || status >= 300) return { state: 'refused', message };
  if (method === 'DELETE') return { state: 'gone', message };
  if (said === 'empty') return { state: 'pending', message };
  if (fields.state) return { state: fields.state, message };
  throw new DirectoryBusy(`The radio directory answered ${status} without a state`);
}

/** The JSON of an answer. Null if it does not follow the protocol, is too large or too slow. */
async function readSaid(answer: IncomingMessage, pace: Pace): Promise<Words> {
  try {
    const bytes = await readAnswer(answer, { host: '', pace, maxBytes: BODY_MAX_BYTES });
    if (bytes.length === 0) return 'empty';
    const value: unknown = JSON.parse(bytes.toString());
    return Said.Check(value) ? (value as SaidFields) : null;
  } catch {
    return null; // it is truncated or not JSON: the status is enough
  }
}

/** Seconds or a date (RFC 9110, 10.2.3), as milliseconds from now, and six hours at most. */
function readRetryAfter({ headers }: IncomingMessage): number | null {
  const text = headers['retry-after']?.trim();
  if (!text) return null;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000;
  if (Number.isNaN(seconds)) return null;
  return Math.min(Math.max(seconds, 1), RETRY_AFTER_MAX_S) * 1_000;
}
