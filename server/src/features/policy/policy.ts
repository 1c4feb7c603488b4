import { AppError, type ErrorReason } from 'earshot/contract';
import type { Database } from '../../platform/database/database.ts';
import { type Actor, ANONYMOUS, isSafe, type Viewer } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type Action, type Need, type Resource, ruleOf } from './actions.ts';
import { FIND, type Standing } from './repository.ts';

export type { Action, Need, Resource } from './actions.ts';
export { ACTIONS, ruleOf } from './actions.ts';
export {
  isEditor,
  isListed,
  isReadable,
  isShowListed,
  notBlocked,
  showsEditedBy,
} from './visible.ts';

/** The error for a resource that does not exist, or that must not be revealed to this actor. */
const MISSING: Readonly<Record<Resource, ErrorReason>> = {
  show: 'SHOW_UNAVAILABLE',
  episode: 'EPISODE_UNAVAILABLE',
  upload: 'NOT_FOUND',
  user: 'USER_UNAVAILABLE',
  import: 'NOT_FOUND',
  message: 'NOT_FOUND',
};

const SELF: Standing = { role: 'owner', isVisible: true };

const outOfScope = () => new Refusal('FORBIDDEN', 'out_of_scope');

/**
 * The actor for a route. Outside of its scope, a token reads what a visitor reads, and writes nothing.
 * @param action undefined for a route that is not of the API, such as a page
 * @throws Refusal FORBIDDEN for a write outside of the scope
 */
export function limitToScope(
  actor: Actor,
  { action, method }: { action: Action | undefined; method: string },
): Actor {
  const { scope } = actor;
  if (scope === undefined || (action && ruleOf(action).scope === scope)) return actor;
  if (!isSafe(method)) throw outOfScope();
  return { ...ANONYMOUS, scope };
}

/**
 * Refuses an actor without permission, before anything is read from the database or the body.
 * @throws AppError NOT_SIGNED_IN or FORBIDDEN
 */
export function requireRank(actor: Actor, action: Action): void {
  const { needs, scope } = ruleOf(action);
  if (needs === 'anyone') return;
  if (actor.scope !== undefined && actor.scope !== scope) throw outOfScope();
  if (actor.userId === null) throw new AppError('NOT_SIGNED_IN');
  if (needs === 'admin' && !actor.isAdmin) throw new AppError('FORBIDDEN');
}

/**
 * Answers "may this actor do this to that?".
 * @param id of the resource, or the permalink of a user
 * @throws AppError NOT_SIGNED_IN, FORBIDDEN, or the error of a missing resource
 */
export async function requireMay(
  database: Database,
  actor: Actor,
  { action, id }: { action: Action; id: number | string },
): Promise<void> {
  requireRank(actor, action);
  const rule = ruleOf(action);
  if (!rule.on) return;
  // A signed-in user is known to exist, so access to their own resources costs no query.
  const isSelf = rule.on === 'user' && String(id) === String(actor.userId);
  const { withDeleted = false } = rule;
  const standing = isSelf ? SELF : await FIND[rule.on](database, id, { ...actor, withDeleted });
  if (!standing) throw new AppError(MISSING[rule.on]);
  if (isAllowed(rule.needs, standing, actor)) return;
  throw new AppError(standing.isVisible ? 'FORBIDDEN' : MISSING[rule.on]);
}

/** Whether a page offers the viewer to edit a show and its episodes. A visitor costs no query. */
export async function mayEditShow(
  database: Database,
  viewer: Viewer,
  showId: number,
): Promise<boolean> {
  if (viewer.userId === null) return false;
  const standing = await FIND.show(database, showId, viewer);
  return standing !== null && isAllowed(ruleOf('show.edit').needs, standing, viewer);
}

function isAllowed(need: Need, { role, isVisible }: Standing, { isAdmin }: Viewer): boolean {
  switch (need) {
    case 'member':
      return true;
    case 'anyone':
    case 'viewer':
      return isVisible || isAdmin;
    case 'editor':
      return role !== null || isAdmin;
    case 'owner':
      return role === 'owner' || isAdmin;
    case 'self':
      return role === 'owner';
    case 'admin':
      return isAdmin;
    default:
      return need satisfies never;
  }
}
