/** `must`: without it, apps break. `should`: listeners lose something. `may`: good to have. */
export type Level = 'must' | 'should' | 'may';

export type Verdict =
  | { status: 'passed' }
  | { status: 'failed'; found: string }
  | { status: 'skipped'; reason: string };

/** One rule of a standard. `look` is pure: it reads the collected answers of a host. */
export interface Check<Facts> {
  /** Stable, in the form `area/rule`. */
  id: string;
  level: Level;
  /** The rule as a fact about a good host. */
  says: string;
  /** The remedy, for the developers of the host. */
  fix: string;
  /** The standard: an https address, with the section if it has one. */
  source: string;
  look(facts: Facts): Verdict;
}

export type CheckInfo = Omit<Check<never>, 'look'>;

export interface Result extends CheckInfo {
  status: Verdict['status'];
  /** The finding, or the reason why the check was skipped. Empty if it passed. */
  found: string;
}

export const passed: Verdict = { status: 'passed' };
export const failed = (found: string): Verdict => ({ status: 'failed', found });
export const skipped = (reason: string): Verdict => ({ status: 'skipped', reason });

/** Passes without a complaint. */
export const verdictOf = (complaint: string): Verdict =>
  complaint === '' ? passed : failed(complaint);

/** Names the first faults of many. */
export function listed(faults: readonly string[], most = 3): string {
  const more = faults.length - most;
  return faults.slice(0, most).join(' ') + (more > 0 ? ` And ${more} more.` : '');
}

export function runChecks<Facts>(checks: readonly Check<Facts>[], facts: Facts): Result[] {
  return checks.map((check) => toResult(check, lookSafely(check, facts)));
}

export function skipAll(checks: readonly Check<never>[], reason: string): Result[] {
  return checks.map((check) => toResult(check, skipped(reason)));
}

/** Answers of strangers can have any shape. A check that stumbles has found something unreadable. */
function lookSafely<Facts>(check: Check<Facts>, facts: Facts): Verdict {
  try {
    return check.look(facts);
  } catch (error) {
    return failed(`The answer could not be read: ${String(error)}`);
  }
}

function toResult({ id, level, says, fix, source }: CheckInfo, verdict: Verdict): Result {
  const found =
    verdict.status === 'failed'
      ? verdict.found
      : verdict.status === 'skipped'
        ? verdict.reason
        : '';
  return { id, level, says, fix, source, status: verdict.status, found };
}
