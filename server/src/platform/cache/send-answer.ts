import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import { type Answer, type Content, toAnswer } from './answer.ts';
import {
  type AnswerCache,
  type Lifetime,
  type Make,
  readerSource,
  type Sources,
} from './answer-cache.ts';
import { addVary, beginAnswer, joinVary } from './begin-answer.ts';
import { isPersonal } from './is-personal.ts';

export interface Recipe extends Lifetime {
  /** The same key means the same answer: it names everything that the answer depends on, and nothing else. */
  key: string;
  make: Make;
  /**
   * True if only the address and the language of a request without cookies decide its key, and no limit counts it. Then
   * the stored answer is sent before anything else is done for the request.
   */
  isEarly?: boolean;
  /**
   * The member who asks, with his session, if the answer may be stored for him alone. Then `make` must name everything
   * that it reads, or a table that `readerSource` stands for.
   */
  reader?: Reader | null;
}

export interface Reader {
  userId: number;
  sessionId: number;
}

/**
 * For an answer from tables that announce no changes. The process that writes drops it at once; for visitors who are not
 * signed in, it is at most this old in the other processes.
 */
export const UNANNOUNCED: Lifetime = { maxAgeMs: 1_000 };

/** Options of a route that uses `sendAnswer`, which compresses each answer once and not at each request. */
export const CACHED_ROUTE = { compress: false } as const;

/**
 * Sends the stored answer of a key, or makes and stores it. A signed-in request gets an answer that is made for it alone,
 * and stored only for its `reader`. A stored answer is sent at once, without a promise.
 */
export function sendAnswer(
  cache: AnswerCache,
  request: FastifyRequest,
  reply: FastifyReply,
  { reader, isEarly = false, ...recipe }: Recipe,
): void | Promise<void> {
  if (!isPersonal(request.headers)) return sendKept(cache, request, reply, { ...recipe, isEarly });
  if (!reader) return sendPersonal(request, reply, recipe.make);
  const own = { ...forReader(recipe, reader), isEarly: false };
  const writes = cache.writes.ended(reader.userId);
  return writes
    ? sendAfter(writes, reply, () => sendKept(cache, request, reply, own))
    : sendKept(cache, request, reply, own);
}

async function sendAfter(
  writes: Promise<unknown>,
  reply: FastifyReply,
  send: () => void | Promise<void>,
): Promise<void> {
  await writes;
  await send();
  await reply; // Fastify would send an answer of its own after a promise that ends before the reply
}

function sendKept(
  cache: AnswerCache,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, make, maxAgeMs, isEarly }: Recipe,
): void | Promise<void> {
  const send = (answer: Answer) => sendStored(cache, request, reply, { key, answer });
  const stored = cache.peek(key);
  if (stored && isEarly) cache.known.remember(request, key);
  return stored ? send(stored) : sendMade(reply, cache.get(key, make, { maxAgeMs }), send);
}

/** The same answer, stored for one session of one member. */
function forReader(
  { key, make, maxAgeMs }: Omit<Recipe, 'reader' | 'isEarly'>,
  { userId, sessionId }: Reader,
): Recipe {
  const source = readerSource(userId);
  return {
    key: `${source} ${sessionId} ${key}`,
    maxAgeMs,
    async make(sources) {
      sources.add(source);
      return asPersonal(await make(sources));
    },
  };
}

/** Sends an answer of the cache, in the encoding that the client prefers. */
export function sendStored(
  cache: AnswerCache,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, answer }: { key: string; answer: Answer },
): void | Promise<void> {
  return send(request, reply, answer, (bytes) => cache.grow(key, answer, bytes));
}

/** Headers of an answer for one person alone. */
const PERSONAL = { 'Cache-Control': 'private, no-cache', Vary: 'Authorization, Cookie' } as const;

const JSON_TYPE = 'application/json; charset=utf-8';

async function sendMade(
  reply: FastifyReply,
  answer: Promise<Answer>,
  sendShared: (answer: Answer) => void | Promise<void>,
): Promise<void> {
  await sendShared(await answer);
  await reply; // Fastify would send an answer of its own after a promise that ends before the reply
}

/** Sends an answer that is made for this request alone, and that no shared cache may keep. */
export async function sendPersonal(request: FastifyRequest, reply: FastifyReply, make: Make) {
  const content = await make(new Set());
  const Vary = content.headers?.Vary ?? [reply.getHeader('Vary') ?? []].flat().join(', ');
  const headers = { ...content.headers, ...(Vary ? { Vary } : {}) };
  await send(request, reply, toAnswer(asPersonal({ ...content, headers })));
  await reply;
}

function asPersonal({ headers, ...content }: Content): Content {
  const Vary = joinVary([headers?.Vary ?? [], PERSONAL.Vary].flat().join(', '));
  return { ...content, headers: { ...headers, ...PERSONAL, Vary } };
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  onCompressed?: (bytes: number) => void,
): void | Promise<void> {
  const body = beginAnswer(request, reply, { answer, onCompressed });
  return body instanceof Promise ? sendCompressed(reply, body) : void reply.send(body ?? undefined);
}

async function sendCompressed(reply: FastifyReply, body: Promise<Buffer>): Promise<void> {
  await reply.send(await body);
}

/**
 * Tags and compresses what the handler of a GET returned, so that a client that has it already gets a 304. An answer
 * that was tagged before, a stream and an error pass.
 */
export const tagRead: onSendHookHandler = (request, reply, payload, done) => {
  const isSecret = String(reply.getHeader('Cache-Control')).includes('no-store');
  if (typeof payload !== 'string' || reply.statusCode !== 200 || isSecret) return done();
  if (reply.hasHeader('ETag')) return done();
  finishRead(request, reply, payload).then((body) => done(null, body ?? ''), done);
};

async function finishRead(request: FastifyRequest, reply: FastifyReply, payload: string) {
  const { 'Cache-Control': cacheControl, Vary } = PERSONAL;
  if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', cacheControl);
  addVary(reply, Vary);
  const type = String(reply.getHeader('Content-Type') ?? JSON_TYPE);
  return beginAnswer(request, reply, { answer: toAnswer({ body: payload, type }) });
}

export interface JsonRecipe extends Omit<Recipe, 'make'> {
  /** Reads the value of `response`, and adds the name of everything that it is made from. */
  read: (sources: Sources) => Promise<unknown>;
  /** For caches on the way, if something else than the address decides what the answer is. */
  vary?: string;
}

/** Sends a value in the envelope, written with the schema of the route. */
export function sendJson(
  cache: AnswerCache,
  request: FastifyRequest,
  reply: FastifyReply,
  { read, vary, ...recipe }: JsonRecipe,
): void | Promise<void> {
  const make = async (sources: Sources) => ({
    body: String(reply.serialize({ response: await read(sources) })),
    type: JSON_TYPE,
    headers: { 'Cache-Control': 'no-cache', ...(vary ? { Vary: vary } : {}) },
  });
  return sendAnswer(cache, request, reply, { ...recipe, make });
}
