import { AppError, type Show } from 'earshot/contract';
import type { ReadDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import * as repository from './repository.ts';
import { toShow } from './to-wire.ts';

export async function listShows({ database, config }: ReadDeps): Promise<Show[]> {
  return (await repository.listShows(database)).map((row) => toShow(row, config));
}

export async function listUserShows({ database, config }: ReadDeps, userId: number) {
  return (await repository.listShows(database, userId)).map((row) => toShow(row, config));
}

export async function getShow({ database, config }: ReadDeps, showId: number) {
  const row = await repository.findShow(database, showId);
  return row && toShow(row, config);
}

/** @throws AppError SHOW_UNAVAILABLE */
export async function mustHaveShow(deps: ReadDeps, showId: number): Promise<Show> {
  const show = await getShow(deps, showId);
  if (!show) throw new AppError('SHOW_UNAVAILABLE');
  return show;
}

export async function getShowByPermalink({ database, config }: ReadDeps, permalink: string) {
  const row = await repository.findShowByPermalink(database, permalink);
  return row && toShow(row, config);
}

export async function hasShows(database: Database): Promise<boolean> {
  return repository.hasShows(database);
}
