import { AppError } from 'earshot/contract';
import type { Language } from 'earshot/internal';
import type { DoctorVisit } from 'earshot-site/contract';
import type { FeatureDeps } from '../../feature.ts';
import { dialPublic, hostAndPort } from '../../platform/browser/guarded-proxy.ts';
import {
  explainFailure,
  VisitError,
  type VisitFailure,
} from '../../platform/browser/visit-error.ts';
import { examine } from './doctor.ts';
import { explainFinding, type Finding } from './finding.ts';
import * as repository from './repository.ts';

const VISITS_LISTED = 10;
const WITHIN_MS = 90_000;
const MAX_BYTES = 100_000_000;

const UNFINISHED: VisitFailure = { key: 'unfinished' };

/** Browsers take much memory, so the jobs of this queue run one after the other. */
const QUEUE = 'doctor';

/** Adds a visit of a page, which a job makes. */
export async function addVisit(
  { database, jobs }: Pick<FeatureDeps, 'database' | 'jobs'>,
  url: string,
  language: Language,
): Promise<DoctorVisit> {
  return database.transaction().execute(async (transaction) => {
    const row = await repository.insertVisit(transaction, url);
    const options = { queue: QUEUE, maxAttempts: 2 };
    await jobs.add(transaction, 'visit_page', { visitId: row.visit_id }, options);
    return toWire(row, language);
  });
}

/** @throws AppError NOT_FOUND */
export async function getVisit(
  { database }: Pick<FeatureDeps, 'database'>,
  visitId: number,
  language: Language,
): Promise<DoctorVisit> {
  const row = await repository.findVisit(database, visitId);
  if (!row) throw new AppError('NOT_FOUND');
  return toWire(row, language);
}

/** The newest first. */
export async function listVisits(
  { database }: Pick<FeatureDeps, 'database'>,
  language: Language,
): Promise<DoctorVisit[]> {
  const rows = await repository.listVisits(database, VISITS_LISTED);
  return rows.map((row) => toWire(row, language));
}

/** Opens the page of a visit, and saves the findings. */
export async function runVisit(
  { database, config }: Pick<FeatureDeps, 'database' | 'config'>,
  { visitId, signal }: { visitId: number; signal: AbortSignal },
): Promise<void> {
  const row = await repository.findVisit(database, visitId);
  if (!row) return;
  await repository.markRunning(database, visitId);
  // This host may have a private address here, behind a proxy. Everything else must be public.
  const own = [config.siteUrl, config.widgetUrl, config.apiUrl, config.mediaUrl].map(hostAndPort);
  try {
    const report = await examine(row.url, {
      chromiumPath: config.chromium.path,
      hasSandbox: config.chromium.hasSandbox,
      dial: dialPublic(own),
      maxBytes: MAX_BYTES,
      withinMs: WITHIN_MS,
      signal,
      config,
      openDatabase: async () => database,
    });
    await repository.saveReport(database, visitId, report);
  } catch (error) {
    if (signal.aborted) throw error;
    const isExpected = error instanceof VisitError;
    await repository.saveFailure(database, visitId, isExpected ? error.failure : UNFINISHED);
    if (!isExpected) throw error;
  }
}

function toWire(row: repository.VisitRow, language: Language): DoctorVisit {
  const findings = row.findings as Finding[];
  // A visit from before this column has English words instead.
  const failure = row.failure as VisitFailure | null;
  return {
    visit_id: row.visit_id,
    url: row.url,
    state: row.state,
    error: failure ? explainFailure(failure, language) : row.error,
    created_at: row.created_at.toISOString(),
    is_cut: row.is_cut,
    findings: findings.map((finding) => {
      const { host, address, path, line, reason, mends } = finding;
      const text = explainFinding(finding, language);
      return { host, address, path, line, reason, text, mends };
    }),
  };
}
