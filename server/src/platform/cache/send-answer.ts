import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import { isOwnRequest } from '../http/request-id.ts';
import { type Answer, type Content, toAnswer } from './answer.ts';
import type { AnswerCache, Lifetime, Make, Sources } from './answer-cache.ts';
import { addVary, beginAnswer, joinVary } from './begin-answer.ts';
import { isPersonal } from './is-personal.ts';

export interface Recipe extends Lifetime {
  /** The same key means the same answer: it includes everything that the answer depends on, and nothing else. */
  key: string;
  make: Make;
  /**
   * True if the key of a request without cookies depends only on its address and language. Then the stored answer is
   * sent before any other work: no limit counts such a request, which costs next to nothing.
   */
  isEarly?: boolean;
}

/**
 * For an answer from tables that announce no changes. The process that writes drops it at once; in the other
 * processes, visitors get an answer of at most this age.
 */
export const UNANNOUNCED: Lifetime = { maxAgeMs: 1_000 };

/** Options of a route that uses `sendAnswer`, which compresses each answer once instead of once per request. */
export const CACHED_ROUTE = { compress: false } as const;

/** The hook `onRequest` of routes whose answers no cache may store, like those of errors. */
export const forbidStoring = async (_request: FastifyRequest, reply: FastifyReply) => {
  reply.header('Cache-Control', 'no-store');
};

/**
 * Sends the stored answer of a key, or makes and stores it. An answer to a signed-in request is made for this request.
 * A stored answer is sent at once, without a promise.
 */
export function sendAnswer(
  cache: AnswerCache,
  request: FastifyRequest,
  reply: FastifyReply,
  recipe: Recipe,
): void | Promise<void> {
  return isPersonal(request.headers) && !request.actor.isUnknown
    ? sendPersonal(request, reply, recipe.make)
    : sendKept(cache, request, reply, recipe);
}

function sendKept(
  cache: AnswerCache,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, make, isEarly = false, ...lifetime }: Recipe,
): void | Promise<void> {
  const send = (answer: Answer) => sendStored(cache, request, reply, { key, answer });
  const stored = cache.peek(key);
  if (stored && isEarly) cache.known.remember(request, key);
  return stored ? send(stored) : sendMade(reply, cache.get(key, make, lifetime), send);
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

/** Headers of a personal answer. */
const PERSONAL = { 'Cache-Control': 'private, no-cache', Vary: 'Authorization, Cookie' } as const;

const JSON_TYPE = 'application/json; charset=utf-8';

async function sendMade(
  reply: FastifyReply,
  answer: Promise<Answer>,
  sendShared: (answer: Answer) => void | Promise<void>,
): Promise<void> {
  await sendShared(await answer);
  await reply; // Fastify sends its own answer if the promise ends before the reply
}

/** Sends a personal answer, which no shared cache may keep. */
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
 * Tags and compresses the result of a GET handler, so that a client that already has it gets a 304. Tagged answers,
 * streams and errors pass unchanged.
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
  /** Reads the value of `response`, and adds the names of its sources. */
  read: (sources: Sources) => Promise<unknown>;
  /** For caches on the way, if the answer depends on more than the address. */
  vary?: string;
}

/** Sends a value in the envelope, serialised with the schema of the route. */
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
  const failsWhenLost = !isOwnRequest(request.headers); // the site's pages are made from it
  return sendAnswer(cache, request, reply, { ...recipe, failsWhenLost, make });
}
