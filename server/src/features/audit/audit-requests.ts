import type { ActName } from 'earshot-site/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { type RunQuery, runWithCommitWork } from '../../platform/database/before-commit.ts';
import type { Database } from '../../platform/database/database.ts';
import { DatabaseUnavailable } from '../../platform/database/database-unavailable.ts';
import { isSafe } from '../../platform/http/actor.ts';
import { ruleOf } from '../policy/policy.ts';
import { actsByRoute, isOfPage } from './acts.ts';
import { diff, fieldsOf } from './changes.ts';
import { cutAddress } from './cut-address.ts';
import {
  type ActObject,
  type Begun,
  markFailed,
  nameById,
  readBefore,
  readRow,
  runOn,
  saveAct,
} from './repository.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The user of an act whose request is not signed in, such as a password reset. */
    actsFor: number | null;
  }
}

/** An act whose request is being answered. */
interface Running extends Begun {
  action: ActName;
  /** A request that need not be signed in. It counts once it has named the user. */
  isPage: boolean;
  object: ActObject;
  /** The entity that the act has made. */
  made: Record<string, unknown> | null;
  isWritten: boolean;
  stop(): void;
}

/** The kinds of things that fields of addresses name with another word. */
const KINDS: Readonly<Record<string, string>> = {
  account_id: 'user',
  member_id: 'user',
  user: 'user',
};

/**
 * Keeps a log of acts. If a request changes something in a transaction, the entry is written in the same transaction. If it
 * has none, the entry follows the change. Register it after idempotency: a repeated answer is not a second act.
 * @throws Error at start for a route of administrators that is no act
 */
export function auditRequests(
  app: FastifyInstance,
  { database, config }: { database: Database; config: Pick<Config, 'apiUrl'> },
): void {
  const acts = actsByRoute(config);
  const running = new WeakMap<FastifyRequest, Running>();
  app.decorateRequest('actsFor', null);

  app.addHook('onRoute', (route) => {
    const methods = [route.method].flat();
    const [action] = methods.flatMap((method) => acts.get(`${method} ${route.url}`) ?? []);
    const policy = route.config?.action;
    if (action === undefined) {
      const isWrite = methods.some((method) => !isSafe(method));
      if (isWrite && policy && ruleOf(policy).needs === 'admin') {
        throw new Error(
          `${methods.join(', ')} ${route.url} is for administrators: name it in features/audit/acts.ts.`,
        );
      }
      return;
    }
    route.preHandler = [...[route.preHandler ?? []].flat(), beginAct(action)];
    route.onSend = [end, ...[route.onSend ?? []].flat()]; // before the answer is compressed
  });

  const beginAct =
    (action: ActName) =>
    (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
      const { params, body, actor } = request;
      const fields = { ...Object(body), ...Object(params) };
      const showId = Number(fields.show_id) || null;
      const episodeId = Number(fields.episode_id) || null;
      const isPage = isOfPage(action, request.routeOptions.url ?? '');
      const named = isPage ? { kind: 'user', id: '' } : objectOf(action, params);
      begin(actor.userId, named, { showId, episodeId }).then((begun) => {
        const act = { ...begun, action, isPage, made: null, isWritten: false, stop: () => {} };
        running.set(request, act);
        act.stop = runWithCommitWork(
          (run) => write(run, request, act),
          () => done(),
        );
      }, done);
    };

  async function begin(
    userId: number | null,
    named: ActObject,
    within: { showId: number | null; episodeId: number | null },
  ) {
    const object = await nameById(database, named);
    return { object, ...(await readBefore(database, { userId, object, ...within })) };
  }

  async function write(run: RunQuery, request: FastifyRequest, act: Running): Promise<void> {
    if (running.get(request) !== act) return; // the answer is on its way
    const { actor, actsFor, body, clientAddress } = request;
    if (act.isPage && actsFor === null) return;
    const after = await readRow(run, act.object);
    const changed = diff(act.row, after);
    await saveAct(run, {
      auditId: act.audit_id,
      userId: actor.userId ?? actsFor,
      userName: act.user_name ?? '',
      action: act.action,
      object: act.object,
      objectName: nameOf(act.row) || nameOf(after) || nameOf(act.made),
      showId: act.show_id,
      changes: changed.length > 0 || act.isPage ? changed : fieldsOf(body),
      address: cutAddress(clientAddress),
    });
    act.isWritten = true;
  }

  async function end(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
    const act = running.get(request);
    if (!act) return payload;
    act.stop();
    // The effect has happened, so the client gets its answer.
    await finish(request, reply, { act, payload }).catch((error: unknown) => {
      // The loss of the database is reported once. It has prevented most of these acts.
      if (reply.statusCode >= 400 && error instanceof DatabaseUnavailable) return;
      request.log.error(
        error,
        'An act was done, and its entry in the log of acts is not complete.',
      );
    });
    running.delete(request);
    return payload;
  }

  async function finish(
    request: FastifyRequest,
    { statusCode }: FastifyReply,
    { act, payload }: { act: Running; payload: unknown },
  ): Promise<void> {
    if (statusCode >= 400) {
      if (act.isWritten) await markFailed(database, act.audit_id);
      return;
    }
    const made = madeBy(act.action, payload);
    if (made) act.object = { ...act.object, id: idOf(act.object.kind, made) };
    if (act.isWritten && !made) return;
    act.made = made;
    act.show_id ??= Number(made?.show_id) || null;
    await write(runOn(database), request, act);
  }
}

/** The last name in the address is that of the thing. A new thing has no id yet. */
function objectOf(action: ActName, params: unknown): ActObject {
  if (action === 'host.settings') return { kind: 'settings', id: 'host' };
  const [kind = ''] = action.split('.');
  if (action.endsWith('.create')) return { kind, id: '' };
  const [field, id] = Object.entries(Object(params)).at(-1) ?? [];
  if (field === undefined) return { kind, id: '' };
  return { kind: KINDS[field] ?? field.replace(/_id$/, ''), id: String(id) };
}

/** The entity in the answer of an act that has made it. */
function madeBy(action: ActName, payload: unknown): Record<string, unknown> | null {
  if (!action.endsWith('.create') || typeof payload !== 'string') return null;
  const [entity] = Object.values(JSON.parse(payload).response ?? {});
  return typeof entity === 'object' && entity !== null ? { ...entity } : null;
}

const idOf = (kind: string, made: Record<string, unknown>) =>
  String(made[`${kind}_id`] ?? made.token_id ?? '');

function nameOf(row: Readonly<Record<string, unknown>> | null): string {
  const name = row?.title ?? row?.name;
  return typeof name === 'string' ? name : '';
}
