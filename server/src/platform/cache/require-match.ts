import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../http/refusal.ts';
import { toAnswer } from './answer.ts';
import { matchesHash } from './entity-tag.ts';

/**
 * Implements If-Match (RFC 9110, 13.1.1): refuses a write if the resource has changed since the client read it. Call
 * it in the
 * transaction that has locked the row, with the value of `response` that a GET would send.
 * @throws AppError PRECONDITION_FAILED
 */
export async function requireMatch(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  read: () => Promise<unknown>,
): Promise<void> {
  const wanted = headers['if-match'];
  if (wanted === undefined || matchesHash(wanted, hashOf(reply, await read()))) return;
  throw new Refusal('PRECONDITION_FAILED', [{ field: 'If-Match', words: 'changed_meanwhile' }]);
}

/** Sends the tag of the version that a write has made, as a GET would. */
export function sendWithTag<Value>(reply: FastifyReply, response: Value): { response: Value } {
  reply.header('ETag', `"${hashOf(reply, response)}"`);
  return { response };
}

const hashOf = (reply: FastifyReply, response: unknown): string =>
  toAnswer({ body: String(reply.serialize({ response })), type: '' }).hash;
