import { createHash } from 'node:crypto';
import type { AppError } from 'earshot/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { canonicalQuery } from '../cache/canonical-query.ts';
import { runWithCommitWork } from '../database/before-commit.ts';
import type { Database } from '../database/database.ts';
import { DatabaseUnavailable } from '../database/database-unavailable.ts';
import { apiPrefix } from '../http/paths.ts';
import { invalid, Refusal } from '../http/refusal.ts';
import type { TasksFor } from '../jobs/task.ts';
import { limitedAddress } from '../limits/limited-address.ts';
import {
  type Claim,
  claimKey,
  forgetKeys,
  giveBackKey,
  type HeldKey,
  type KeyedRequest,
  keepAnswer,
  markEffect,
} from './key-store.ts';

const KEY_MAX = 255; // characters

/**
 * Reads the header `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): a structured string in quotes, or, as
 * many clients send it, without them. Null if the request has no key.
 * @throws AppError INVALID_REQUEST
 */
function readKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  const text = String(header).trim();
  const [, quoted] = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/.exec(text) ?? [];
  const key = quoted?.replace(/\\(.)/g, '$1') ?? (/^[!#-+\--[\]-~]+$/.test(text) ? text : '');
  if (key.length >= 1 && key.length <= KEY_MAX) return key;
  throw invalid(
    'Idempotency-Key',
    `must be 1 to ${KEY_MAX} visible characters, such as "8e03978e-40d5-43dd-bc93-6894a57f9324"`,
  );
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False for a POST whose answer holds a secret, which must not be stored: its Idempotency-Key is ignored. */
    idempotent?: boolean;
  }
}

declare module '../jobs/task.ts' {
  interface TaskPayloads {
    forget_keys: Record<never, never>;
  }
}

/** Removes keys a day after their request. */
export const idempotencyTasks: TasksFor<{ database: Database }> = {
  forget_keys: { everyMinutes: 60, run: (_payload, { deps }) => forgetKeys(deps.database) },
};

interface Running {
  key: HeldKey;
  end(): void;
}

/**
 * Carries out a POST with an `Idempotency-Key` once, however often it is sent. Register it after everything that may
 * refuse a request.
 */
export function repeatRequests(
  app: FastifyInstance,
  { database, config }: { database: Database; config: { apiUrl: string } },
): void {
  const prefix = `${apiPrefix(config.apiUrl)}/`;
  const running = new WeakMap<FastifyRequest, Running>();

  function start(request: FastifyRequest, key: HeldKey, begin: () => void): void {
    let isOver = false;
    const mark = async (run: Parameters<typeof markEffect>[0]) => {
      if (!isOver) await markEffect(run, key);
    };
    const stop = runWithCommitWork(mark, () => {
      running.set(request, { key, end });
      begin();
    });
    function end() {
      isOver = true;
      stop();
    }
  }

  app.addHook('onRoute', (route) => {
    if (!isKeyed(route) || !route.url.startsWith(prefix)) return;
    refuseSecrets(route);
    route.preHandler = [...[route.preHandler ?? []].flat(), claim];
    route.onSend = [finish, ...[route.onSend ?? []].flat()]; // before the answer is compressed
  });

  function claim(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) {
    claimFor(database, request).then((claimed) => {
      if (claimed === null) return done();
      if (claimed.state === 'held') return start(request, claimed.key, done);
      if (claimed.state === 'answered') return void repeatAnswer(reply, claimed);
      done(refusal(claimed.state, reply));
    }, done);
  }

  async function finish(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
    const held = running.get(request);
    if (!held) return payload;
    running.delete(request);
    held.end();
    const { statusCode: status } = reply;
    const isKept = status < 300 && (typeof payload === 'string' || Buffer.isBuffer(payload));
    const kept = isKept
      ? keepAnswer(database, held.key, { status, body: String(payload) })
      : giveBackKey(database, held.key);
    // The effect has happened, so the client gets its answer. The mark in the database remains.
    await kept.catch((error: unknown) => {
      if (!isKept && error instanceof DatabaseUnavailable) return; // its lease ends within a minute
      request.log.warn(error, 'The answer to an Idempotency-Key could not be kept.');
    });
    return payload;
  }
}

/** A file is not read before the handler runs, so it cannot be compared. */
function isKeyed({ method, config }: RouteOptions): boolean {
  const isOpen = config?.idempotent !== false && !config?.rawBody && config?.file === undefined;
  return isOpen && [method].flat().includes('POST');
}

/** A field like `requires_token` holds no secret. */
const SECRET_FIELD = /"\w*(token|secret|password)\w*":\{(?!"type":"boolean")/i;

/** @throws Error at start for a route that would store a secret */
function refuseSecrets({ method, url, schema }: RouteOptions): void {
  if (!SECRET_FIELD.test(JSON.stringify(schema?.response ?? {}))) return;
  throw new Error(
    `${method} ${url} answers with a secret: it needs config: { idempotent: false }.`,
  );
}

/** Null if the request carries no key. */
async function claimFor(database: Database, request: FastifyRequest): Promise<Claim | null> {
  const key = readKey(request.headers['idempotency-key']);
  return key === null ? null : claimKey(database, describe(request, key));
}

function describe(request: FastifyRequest, key: string): KeyedRequest {
  const { actor, clientAddress, routeOptions, url, body } = request;
  const owner =
    actor.userId === null ? `address ${limitedAddress(clientAddress)}` : `user ${actor.userId}`;
  const [path = '', query = ''] = url.split('?', 2);
  return {
    keyHash: hash([owner, routeOptions.url ?? '', key]),
    requestHash: hash([path, canonicalQuery(query), canonicalJson(body)]),
  };
}

const hash = (parts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest();

/** The same text for the same fields in any order. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

function repeatAnswer(reply: FastifyReply, { status, body }: { status: number; body: string }) {
  return reply
    .code(status)
    .header('Idempotency-Replayed', 'true')
    .type('application/json; charset=utf-8')
    .send(body);
}

const REFUSALS = {
  running: ['CONFLICT', 'same_running'],
  'other-request': [
    'IDEMPOTENCY_KEY_REUSED',
    'Idempotency-Key: belongs to a request with other fields. Take a new key.',
  ],
  'lost-answer': ['CONFLICT', 'same_done'],
} as const;

function refusal(state: keyof typeof REFUSALS, reply: FastifyReply): AppError {
  const [reason, words] = REFUSALS[state];
  if (state === 'running') reply.header('Retry-After', 1);
  return new Refusal(reason, words);
}
