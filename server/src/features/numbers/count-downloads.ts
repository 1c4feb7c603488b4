import { groupBy } from '../../platform/group-by.ts';
import type { AddressFacts } from './address-lists.ts';
import { readAgent } from './agents.ts';
import { DAY_MS } from './days.ts';
import { MAX_PARTS, METHOD, type Window } from './method.ts';
import { addSpan, type Span } from './received-bytes.ts';

/** The facts about a request for audio in each form of the log. */
export interface RequestFacts {
  method: string;
  status: number;
  rangeFirst: number;
  bytesSent: number;
  agent: string;
  /** The host of the page with the player. Empty if unknown. */
  referrerHost: string;
  /** The player of this host that asked. Empty for all other clients. */
  placement: '' | 'site' | 'embed' | 'own';
}

/** A row of the log, as far as it is counted. */
export interface LoggedRequest extends RequestFacts, AddressFacts {
  /** Milliseconds since 1970. */
  at: number;
  episodeId: number;
  mediaId: number;
  who: string;
  whoBefore: string;
}

export interface CountedFile {
  bytes: number;
  /** Seconds; 0 if unknown. */
  duration: number;
  /** The bytes before the sound. Null if unknown. */
  headerBytes: number | null;
}

export interface Download {
  episodeId: number;
  /** The time of the request that opened its window. */
  at: number;
  /** That request. */
  first: LoggedRequest;
}

export interface Counting {
  files: ReadonlyMap<number, CountedFile>;
  window: Window;
}

const WINDOW_MS = METHOD.window_hours * 3_600_000;

/** The requests of a listener for one episode that may count, in order. */
export type ListenerRequests = readonly LoggedRequest[];

/**
 * Counts the downloads of requests in groups, which do not depend on the window. The same requests always give the same
 * downloads.
 */
export function countListeners(
  listeners: Iterable<ListenerRequests>,
  counting: Counting,
): Download[] {
  const downloads: Download[] = [];
  for (const own of listeners) downloads.push(...countOne(own, counting));
  return downloads.sort((a, b) => a.at - b.at || a.episodeId - b.episodeId);
}

/** Some players first ask for two bytes, to see whether the server knows ranges. */
const isProbe = ({ status, rangeFirst, bytesSent }: LoggedRequest): boolean =>
  status === 206 && rangeFirst === 0 && bytesSent === 2;

/** A player of this host asks for the header of a file when its sound begins. */
const isPlaySign = ({ method, placement }: LoggedRequest): boolean =>
  method === 'HEAD' && placement !== '';

const mayCount = (request: LoggedRequest): boolean =>
  (request.method === 'GET' || isPlaySign(request)) &&
  (request.status === 200 || request.status === 206) &&
  !isProbe(request) &&
  !request.isHosting &&
  readAgent(request.agent).kind === 'listener';

/** Rows of the same time have an order as well: figures must not depend on the order in which they are read. */
const nameOf = (row: LoggedRequest): string =>
  [row.who, row.whoBefore, row.method, row.rangeFirst, row.bytesSent, row.mediaId]
    .concat([row.placement, row.country, row.referrerHost])
    .join(' ');

function inOrder(a: LoggedRequest, b: LoggedRequest): number {
  if (a.at !== b.at) return a.at - b.at;
  const [first, second] = [nameOf(a), nameOf(b)];
  return first < second ? -1 : Number(first > second);
}

/**
 * Groups requests by one person with one program for one episode. A row belongs to the person with its `who` on that day,
 * or else to the one whose `who` of the day before it names, or else to a new one.
 */
export function groupByListener(requests: Iterable<LoggedRequest>): ListenerRequests[] {
  const sorted = [...requests].filter(mayCount).sort(inOrder);
  const persons = new Map<string, number>();
  const listenerOf = ({ at, who, whoBefore, episodeId, agent }: LoggedRequest): string => {
    const day = Math.floor(at / DAY_MS);
    const today = `${episodeId} ${day} ${who}`;
    const yesterday = `${episodeId} ${day - 1} ${whoBefore}`;
    const person = persons.get(today) ?? persons.get(yesterday) ?? persons.size;
    persons.set(today, person);
    return `${episodeId} ${person} ${agent}`;
  };
  return [...groupBy(sorted, listenerOf).values()];
}

interface Open {
  first: LoggedRequest;
  until: number;
  isCounted: boolean;
  /** There are enough bytes. */
  hasSound: boolean;
  /** Another client has no sign of playing: its bytes are enough. */
  isPlayed: boolean;
  /** By file: the audio of an episode can be replaced. */
  received: Map<number, Received>;
}

interface Received {
  spans: Span[];
  /** The bytes in the spans. */
  count: number;
}

function countOne(sorted: readonly LoggedRequest[], { files, window }: Counting): Download[] {
  const downloads: Download[] = [];
  let open: Open | null = null;
  for (const request of sorted) {
    if (!open || request.at >= open.until) open = openAt(request, window);
    open.isPlayed ||= request.placement === '' || isPlaySign(request);
    open.hasSound ||=
      request.method === 'GET' && receive(open, request, files.get(request.mediaId));
    if (!open.isCounted && open.hasSound && open.isPlayed) {
      open.isCounted = true;
      const { first } = open;
      downloads.push({ episodeId: first.episodeId, at: first.at, first });
    }
    // Requests that were no download, such as a preload every day, extend nothing.
    if (window === 'extending' && open.isCounted) open.until = request.at + WINDOW_MS;
  }
  return downloads;
}

function openAt(first: LoggedRequest, window: Window): Open {
  const { at } = first;
  const until = window === 'calendar' ? (Math.floor(at / DAY_MS) + 1) * DAY_MS : at + WINDOW_MS;
  return { first, until, isCounted: false, hasSound: false, isPlayed: false, received: new Map() };
}

/** Adds the bytes of a request. True if there are enough for a download. */
function receive(open: Open, request: LoggedRequest, file: CountedFile | undefined): boolean {
  if (!file) return false;
  const { mediaId, rangeFirst, bytesSent } = request;
  const { header, bytes } = enoughOf(file);
  const received = open.received.get(mediaId) ?? { spans: [], count: 0 };
  open.received.set(mediaId, received);
  if (received.spans.length >= MAX_PARTS) return false;
  received.count += addSpan(received.spans, {
    first: Math.max(rangeFirst, header),
    end: Math.min(rangeFirst + bytesSent, file.bytes),
  });
  return received.count > 0 && received.count >= bytes;
}

/**
 * The bytes after the header that are enough for a download: a minute of sound at the average bit rate of the file.
 * Without a minute, or if its length is unknown, the whole file with its header.
 */
function enoughOf({ bytes, duration, headerBytes }: CountedFile): {
  header: number;
  bytes: number;
} {
  const { threshold_seconds: seconds } = METHOD;
  if (headerBytes === null || headerBytes >= bytes || duration < seconds) {
    return { header: 0, bytes };
  }
  return { header: headerBytes, bytes: ((bytes - headerBytes) * seconds) / duration };
}
