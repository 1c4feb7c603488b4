import { AppError, buildPath, PAGE_ROUTES } from 'earshot/contract';
import type { HostReport } from 'earshot-site/contract';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/database/database.ts';
import { cleanParagraphs } from '../../platform/text/plain-text.ts';
import * as repository from './repository.ts';

export type { NewReport } from './repository.ts';

const REPORTS_PER_PAGE = 50;

export function addReport(database: Database, report: repository.NewReport): Promise<void> {
  return repository.saveReport(database, { ...report, text: cleanParagraphs(report.text) });
}

export interface ReportRange {
  isOpen: boolean;
  /** Id of the last report of the previous page. */
  after: number | null;
}

export async function listReports(
  { database, config }: { database: Database; config: Config },
  range: ReportRange,
): Promise<HostReport[]> {
  const rows = await repository.listReports(database, { ...range, limit: REPORTS_PER_PAGE });
  return rows.map(({ user_permalink, permalink, created_at, resolved_at, ...row }) => ({
    ...row,
    url: config.siteUrl + pathOf({ ...row, user_permalink, permalink }),
    created_at: created_at.toISOString(),
    resolved_at: resolved_at?.toISOString() ?? null,
  }));
}

type Named = Pick<repository.ReportRow, 'kind' | 'user_permalink' | 'permalink'>;

function pathOf({ kind, user_permalink, permalink }: Named): string {
  const name = permalink ?? '';
  if (kind === 'user') return buildPath(PAGE_ROUTES, 'user', { permalink: name });
  if (kind === 'show') return buildPath(PAGE_ROUTES, 'show', { permalink: name });
  const episode = { user_permalink: user_permalink ?? '', episode_permalink: name };
  return buildPath(PAGE_ROUTES, 'episode', episode) + (kind === 'message' ? '#comments' : '');
}

/** @throws AppError NOT_FOUND */
export async function resolveReport(
  database: Database,
  change: { reportId: number; isResolved: boolean },
): Promise<void> {
  if (!(await repository.resolveReport(database, change))) throw new AppError('NOT_FOUND');
}
