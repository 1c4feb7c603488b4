import type { OutgoingHttpHeaders } from 'node:http';
import { PACE, type Pace, pacedBody } from './paced-body.ts';
import { type OutgoingRequest, sendRequest, Unreachable } from './send-request.ts';

const BODY_MAX_BYTES = 64_000;

export interface JsonAnswer {
  status: number;
  /** An empty object if the body is no JSON object. */
  fields: Readonly<Record<string, unknown>>;
}

export interface TextAnswer {
  status: number;
  text: string;
}

interface Ask {
  method?: OutgoingRequest['method'];
  headers?: OutgoingHttpHeaders;
  pace?: Partial<Pace>;
}

/**
 * Asks an API that the operator of this host has named; its address may be private. Redirects are not followed.
 * @throws Unreachable if no complete answer of a moderate size comes in time
 */
export async function askJson(url: URL, ask: Ask = {}): Promise<JsonAnswer> {
  const { status, text } = await askText(url, ask);
  return { status, fields: readObject(text) };
}

/**
 * The same, for an answer of any form.
 * @throws Unreachable
 */
export async function askText(
  url: URL,
  { method = 'GET', headers = {}, pace }: Ask = {},
): Promise<TextAnswer> {
  const patience = { ...PACE, totalMs: 10_000, ...pace };
  const answer = await sendRequest(url, {
    method,
    headers: { 'User-Agent': 'Earshot', Accept: 'application/json', ...headers },
    resolve: null,
    pace: patience,
  });
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of pacedBody(answer, patience)) {
      size += chunk.length;
      if (size > BODY_MAX_BYTES) throw new Unreachable(`${url.host} answers with too much`);
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause instanceof Unreachable) throw cause;
    throw new Unreachable(`${url.host} broke its answer off`, { cause });
  } finally {
    answer.destroy();
  }
  return { status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() };
}

function readObject(text: string): JsonAnswer['fields'] {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as JsonAnswer['fields']) : {};
  } catch {
    return {};
  }
}
