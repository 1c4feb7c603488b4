import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import { type Answer, toAnswer } from './answer.ts';
import type { AnswerCache, Lifetime, Make, Sources } from './answer-cache.ts';
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
}

/**
 * For an answer from tables that announce no changes. The process that writes drops it at once; for visitors who are not
 * signed in, it is at most this old in the other processes.
 */
export const UNANNOUNCED: Lifetime = { maxAgeMs: 1_000 };

/** Options of a route that uses `sendAnswer`, which compresses each answer once and not at each request. */
export const CACHED_ROUTE = { compress: false } as const;

/**
 * Sends the stored answer of a key, or makes and stores it. Signed-in requests neither read nor fill the cache.
 * A stored answer is sent at once, without a promise.
 */
export function sendAnswer(
  cache: AnswerCache,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, make, maxAgeMs, isEarly }: Recipe,
): void | Promise<void> {
  if (isPersonal(request.headers)) return sendPersonal(request, reply, make);
  const sendShared = (answer: Answer) => sendStored(cache, request, reply, { key, answer });
  const stored = cache.peek(key);
  if (stored && isEarly) cache.known.remember(request, key);
  return stored
    ? sendShared(stored)
    : sendMade(reply, cache.get(key, make, { maxAgeMs }), sendShared);
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
  const { headers, ...answer } = toAnswer(await make(new Set()));
  const given = [headers.Vary ?? reply.getHeader('Vary') ?? [], PERSONAL.Vary];
  const Vary = joinVary(given.flat().join(', '));
  await send(request, reply, { ...answer, headers: { ...headers, ...PERSONAL, Vary } });
  await reply;
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
