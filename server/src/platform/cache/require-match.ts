import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { Refusal } from '../http/refusal.ts';
import { toAnswer } from './answer.ts';
import { matchesHash } from './entity-tag.ts';

/** A resource as its GET sends it. */
export interface Resource {
  /** Reads the value of `response`. Its only field is null if the resource does not exist. */
  read(): Promise<object>;
  /** The schema of the answer of the GET, if that of the write differs. */
  schema?: TSchema;
}

/**
 * Implements If-Match (RFC 9110, 13.1.1): refuses a write if the resource has changed since the client read it. Call
 * it in the transaction that has locked the row.
 * @throws AppError PRECONDITION_FAILED
 */
export async function requireMatch(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { read, schema }: Resource,
): Promise<void> {
  const wanted = headers['if-match'];
  if (wanted === undefined) return;
  const response = await read();
  const exists = Object.values(response).some((value) => value !== null);
  const isMatch =
    wanted.trim() === '*' ? exists : matchesHash(wanted, hashOf(reply, response, schema));
  if (isMatch) return;
  throw new Refusal('PRECONDITION_FAILED', [{ field: 'If-Match', words: 'changed_meanwhile' }]);
}

/** Sends the tag of the version that a write has made, as a GET would. */
export function sendWithTag<Value>(reply: FastifyReply, response: Value): { response: Value } {
  sendTag(reply, response);
  return { response };
}

/** Sends the tag that a GET with that answer would send. */
export function sendTag(reply: FastifyReply, response: unknown, schema?: TSchema): void {
  reply.header('ETag', `"${hashOf(reply, response, schema)}"`);
}

function hashOf(reply: FastifyReply, response: unknown, schema?: TSchema): string {
  const answer = { response };
  const body = schema
    ? reply.serializeInput(answer, schema as object as Record<string, unknown>)
    : reply.serialize(answer);
  return toAnswer({ body: String(body), type: '' }).hash;
}
