import { negotiate } from '@fastify/accept-negotiator';
import { AppError } from 'earshot/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Answer, type Encoding, encodedBody, isWorthCompressing, toAnswer } from './answer.ts';
import type { AnswerCache, Make, Sources } from './answer-cache.ts';
import { matchesHash } from './entity-tag.ts';
import { isPersonal } from './is-personal.ts';

export interface Recipe {
  /** The same key means the same answer: it names everything that the answer depends on, and nothing else. */
  key: string;
  make: Make;
}

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
  { key, make }: Recipe,
): void | Promise<void> {
  if (isPersonal(request.headers)) return sendPersonal(request, reply, make);
  const sendShared = (answer: Answer) =>
    send(request, reply, answer, (bytes) => cache.grow(key, answer, bytes));
  const stored = cache.peek(key);
  return stored ? sendShared(stored) : sendMade(reply, cache.get(key, make), sendShared);
}

async function sendMade(
  reply: FastifyReply,
  answer: Promise<Answer>,
  sendShared: (answer: Answer) => void | Promise<void>,
): Promise<void> {
  await sendShared(await answer);
  await reply; // Fastify would send an answer of its own after a promise that ends before the reply
}

async function sendPersonal(request: FastifyRequest, reply: FastifyReply, make: Make) {
  const answer = toAnswer(await make(new Set()));
  const headers = { ...answer.headers, 'Cache-Control': 'private, no-cache' };
  await send(request, reply, { ...answer, headers }, () => {});
  await reply;
}

function send(
  { headers: asked }: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  onCompressed: (bytes: number) => void,
): void | Promise<void> {
  const encoding = isWorthCompressing(answer) ? chooseEncoding(asked['accept-encoding']) : null;
  reply.code(answer.status).headers(answer.headers);
  addVary(reply, 'Accept-Encoding');
  if (answer.status === 200) {
    const wanted = asked['if-match'];
    if (wanted !== undefined && !matchesHash(wanted, answer.hash)) {
      throw new AppError('PRECONDITION_FAILED');
    }
    const held = asked['if-none-match'];
    reply.header('ETag', `"${answer.hash}${encoding ? `-${encoding}` : ''}"`);
    if (held !== undefined && matchesHash(held, answer.hash)) {
      return void reply.code(304).removeHeader('Content-Type').send();
    }
  }
  const body = encodedBody(answer, encoding, onCompressed);
  if (encoding) reply.header('Content-Encoding', encoding);
  return Buffer.isBuffer(body) ? void reply.send(body) : sendCompressed(reply, body);
}

async function sendCompressed(reply: FastifyReply, body: Promise<Buffer>): Promise<void> {
  await reply.send(await body);
}

function chooseEncoding(accepted: string | string[] | undefined): Encoding | null {
  const chosen = negotiate(String(accepted ?? ''), ['br', 'gzip', 'identity']);
  return chosen === 'br' || chosen === 'gzip' ? chosen : null;
}

function addVary(reply: FastifyReply, name: string): void {
  const vary = reply.getHeader('Vary');
  reply.header('Vary', vary ? `${vary}, ${name}` : name);
}

export interface JsonRecipe {
  key: string;
  /** Reads the value of `response`, and adds the name of everything that it is made from. */
  read: (sources: Sources) => Promise<unknown>;
}

/** Sends a value in the envelope, written with the schema of the route. */
export function sendJson(
  cache: AnswerCache,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, read }: JsonRecipe,
): void | Promise<void> {
  const make = async (sources: Sources) => ({
    body: String(reply.serialize({ response: await read(sources) })),
    type: 'application/json; charset=utf-8',
    headers: { 'Cache-Control': 'no-cache' },
  });
  return sendAnswer(cache, request, reply, { key, make });
}
