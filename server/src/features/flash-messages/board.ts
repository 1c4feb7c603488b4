import type { FlashMessage } from 'earshot/contract';
import type { FeatureDeps } from '../../feature.ts';
import type { Viewer } from '../../platform/http/actor.ts';
import * as repository from './repository.ts';

/** A current or future message. Times are milliseconds. */
interface Posted extends FlashMessage {
  startsAt: number;
  endsAt: number;
}

/** The message for one visitor. */
export interface ShownFlash {
  message: FlashMessage | null;
  /** After this time another message may apply. Undefined if only a change of the messages alters it. */
  maxAgeMs: number | undefined;
}

export interface Reader {
  viewer?: Viewer;
  /** Names in the visitor's cookie. */
  dismissed: readonly string[];
}

type BoardDeps = Pick<FeatureDeps, 'database' | 'answers'>;

/**
 * The newest message that this reader has not dismissed. Every page needs it, so the messages are kept in memory,
 * where a change of any of them drops them. Only a member costs a query, and only while there is a message.
 */
export async function findFlash(deps: BoardDeps, reader: Reader): Promise<ShownFlash> {
  const board = await readBoard(deps);
  const now = Date.now();
  const live = board.filter(({ startsAt, endsAt }) => startsAt <= now && now < endsAt);
  const gone = new Set(reader.dismissed);
  const userId = reader.viewer?.userId ?? null;
  if (live.length > 0 && userId !== null) {
    for (const name of await repository.listDismissed(deps.database, userId)) gone.add(name);
  }
  const found = live.find(({ name }) => !gone.has(name));
  return {
    message: found ? { name: found.name, message: found.message } : null,
    maxAgeMs: nextChange(board, now),
  };
}

function nextChange(board: readonly Posted[], now: number): number | undefined {
  const times = board.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]);
  const next = Math.min(...times.filter((time) => time > now));
  return Number.isFinite(next) ? next - now : undefined;
}

const NEVER = Number.MAX_SAFE_INTEGER;

const readBoard = ({ database, answers }: BoardDeps): Promise<Posted[]> =>
  answers.keep('flash board', async () => {
    const rows = await repository.listPosted(database);
    return rows.map(({ name, message, starts_at, ends_at }) => ({
      name,
      message,
      startsAt: starts_at?.getTime() ?? 0,
      endsAt: ends_at?.getTime() ?? NEVER,
    }));
  });
