import type { IncomingHttpHeaders } from 'node:http';
import { negotiate } from '@fastify/accept-negotiator';
import { AppError } from 'earshot/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUnmodifiedSince } from '../http/preconditions.ts';
import { type Answer, type Encoding, encodedBody, isWorthCompressing } from './answer.ts';
import { cdnHeaders } from './cdn-headers.ts';
import { matchesHash } from './entity-tag.ts';

export interface AnswerToSend {
  answer: Answer;
  /** Receives the number of bytes that a new encoding of the answer takes. */
  onCompressed?: ((bytes: number) => void) | undefined;
}

/**
 * Sets status and headers of an answer for this request, and returns the body in the encoding that the client prefers.
 * Null if the client has the answer already.
 * @throws AppError PRECONDITION_FAILED
 */
export function beginAnswer(
  { headers: asked }: FastifyRequest,
  reply: FastifyReply,
  { answer, onCompressed = () => {} }: AnswerToSend,
): Buffer | Promise<Buffer> | null {
  const encoding = isWorthCompressing(answer) ? chooseEncoding(asked['accept-encoding']) : null;
  reply.code(answer.status).headers(answer.headers);
  if (answer.shared && !reply.hasHeader('Set-Cookie')) reply.headers(cdnHeaders(answer.shared));
  addVary(reply, 'Accept-Encoding');
  if (answer.status === 200) {
    const wanted = asked['if-match'];
    if (wanted !== undefined && !matchesHash(wanted, answer.hash)) {
      throw new AppError('PRECONDITION_FAILED');
    }
    const held = asked['if-none-match'];
    reply.header('ETag', `"${answer.hash}${encoding ? `-${encoding}` : ''}"`);
    const isHeld = held === undefined ? isUnchanged(asked, answer) : matchesHash(held, answer.hash);
    if (isHeld) {
      reply.code(304).removeHeader('Content-Type');
      return null;
    }
  }
  if (encoding) reply.header('Content-Encoding', encoding);
  return encodedBody(answer, encoding, onCompressed);
}

/** True if the client has the answer of that date. A tag takes precedence over a date (RFC 9110, 13.2.2). */
function isUnchanged(asked: IncomingHttpHeaders, { headers }: Answer): boolean {
  const modified = headers['Last-Modified'];
  return modified !== undefined && isUnmodifiedSince(asked, new Date(modified));
}

function chooseEncoding(accepted: string | string[] | undefined): Encoding | null {
  const chosen = negotiate(String(accepted ?? ''), ['br', 'gzip', 'identity']);
  return chosen === 'br' || chosen === 'gzip' ? chosen : null;
}

/** Adds names of request headers, with commas between them, to those that the answer depends on. */
export function addVary(reply: FastifyReply, names: string): void {
  const vary = reply.getHeader('Vary');
  reply.header('Vary', vary ? joinVary(`${vary}, ${names}`) : names);
}

/** Removes duplicates. Header names are case-insensitive (RFC 9110, 5.1). */
export function joinVary(names: string): string {
  const unique = new Map(names.split(/\s*,\s*/).map((name) => [name.toLowerCase(), name]));
  return [...unique.values()].join(', ');
}
