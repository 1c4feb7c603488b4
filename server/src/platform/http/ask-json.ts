import type { OutgoingHttpHeaders } from 'node:http';
import { type OutgoingRequest, PACE, type Pace, readAnswer, sendRequest } from './send-request.ts';

const BODY_MAX_BYTES = 64_000;

export interface JsonAnswer {
  status: number;
  /** An empty object if the body is not a JSON object. */
  fields: Readonly<Record<string, unknown>>;
}

interface Ask {
  method?: OutgoingRequest['method'];
  headers?: OutgoingHttpHeaders;
  pace?: Partial<Pace>;
}

/**
 * Requests an API that the operator of this host has configured; its address may be private. Redirects are not
 * followed.
 * @throws Unreachable if no complete answer of a moderate size arrives in time
 */
export async function askJson(url: URL, ask: Ask = {}): Promise<JsonAnswer> {
  const { status, text } = await askText(url, ask);
  return { status, fields: readObject(text) };
}

/**
 * The same, for an answer of any format.
 * @throws Unreachable
 */
export async function askText(url: URL, { method = 'GET', headers = {}, pace }: Ask = {}) {
  const patience = { ...PACE, totalMs: 10_000, ...pace };
  const answer = await sendRequest(url, {
    method,
    headers: { 'User-Agent': 'Earshot', Accept: 'application/json', ...headers },
    resolve: null,
    pace: patience,
  });
  const bounds = { host: url.host, pace: patience, maxBytes: BODY_MAX_BYTES };
  const text = (await readAnswer(answer, bounds)).toString();
  return { status: answer.statusCode ?? 0, text };
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
