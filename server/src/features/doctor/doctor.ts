import type { Config } from '../../config.ts';
import type { Database } from '../../platform/database/database.ts';
import { diagnose } from './diagnose.ts';
import { type ExamineOptions, examinePage } from './examine-page.ts';
import type { Finding } from './finding.ts';
import { readKnown } from './known-here.ts';

export { explainFinding, type Finding, type Reason } from './finding.ts';

/** The result of a visit. */
export interface Report {
  /** After redirects. */
  url: string;
  findings: Finding[];
  /** True if the page has more players than were examined. */
  isCut: boolean;
}

export interface Visit extends Omit<ExamineOptions, 'ownOrigins'> {
  config: Config;
  /** Called only if a player needs what this host knows. */
  openDatabase(): Promise<Database>;
}

/**
 * Opens a page of a blog in Chromium, and says of each of its players why it sounds or does not.
 * @throws PageUnreachable, BrowserUnavailable
 */
export async function examine(url: string, visit: Visit): Promise<Report> {
  const { siteUrl, widgetUrl } = visit.config;
  const ownOrigins = [siteUrl, widgetUrl].map((own) => new URL(own).origin);
  const facts = await examinePage(url, { ...visit, ownOrigins: [...new Set(ownOrigins)] });
  const findings = diagnose(facts, await readKnown(facts, visit));
  return { url: facts.url, findings, isCut: facts.isCut };
}
