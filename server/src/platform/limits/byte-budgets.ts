import { RateLimited } from './rate-limits.ts';
import type { Counter } from './shared-counter.ts';

/** The bytes that each address may fetch within a time. */
export interface ByteBudgets {
  /** @throws RateLimited if nothing is left for this address */
  admit(address: string): Promise<void>;
  /** Takes bytes that were sent. False if the address has none left. */
  spend(address: string, bytes: number): boolean;
}

export interface BudgetOptions {
  bytes: number;
  seconds: number;
  /** Shared by all processes. Its points are kilobytes, because a window may have more bytes than a column can hold. */
  counter: Counter;
  now(): number;
}

const KILOBYTE = 1_000;
const LEASE_KB = 2_000; // at most so much for each process is granted too much
const BUDGETS_MAX = 50_000;

interface Budget {
  /** Bytes that this process may still send without asking. Negative for bytes that are not counted yet. */
  left: number;
  isEmpty: boolean;
  endsAt: number;
  renewal: Promise<void> | null;
}

export const kilobytes = (bytes: number): number => Math.ceil(bytes / KILOBYTE);

export function createByteBudgets({ bytes, seconds, counter, now }: BudgetOptions): ByteBudgets {
  const budgets = new Map<string, Budget>();
  const lease = Math.min(LEASE_KB, kilobytes(bytes));

  function budgetOf(address: string): Budget {
    const known = budgets.get(address);
    if (known && known.endsAt > now()) return known;
    budgets.delete(address);
    if (budgets.size >= BUDGETS_MAX) forgetOldest();
    const endsAt = now() + seconds * 1_000;
    const fresh = { left: 0, isEmpty: false, endsAt, renewal: null };
    budgets.set(address, fresh);
    return fresh;
  }

  /** The map is in the order of time. A forgotten address is counted in the shared store still. */
  function forgetOldest(): void {
    for (const address of budgets.keys()) {
      if (budgets.size < BUDGETS_MAX / 2) return;
      budgets.delete(address);
    }
  }

  function renew(address: string, budget: Budget): Promise<void> {
    const owed = kilobytes(Math.max(0, -budget.left));
    const wanted = owed + lease;
    budget.renewal ??= counter
      .take(address, wanted)
      .then(({ granted, resetMs }) => {
        budget.left += granted * KILOBYTE;
        budget.isEmpty = granted < wanted && budget.left <= 0;
        budget.endsAt = now() + resetMs;
      })
      .finally(() => {
        budget.renewal = null;
      });
    return budget.renewal;
  }

  return {
    async admit(address) {
      const budget = budgetOf(address);
      if (!budget.isEmpty && budget.left <= 0) await renew(address, budget);
      if (budget.isEmpty) throw new RateLimited([], budget.endsAt - now());
    },
    spend(address, bytes) {
      const budget = budgetOf(address);
      if (budget.isEmpty) return false;
      budget.left -= bytes;
      if (budget.left <= 0) renew(address, budget).catch(() => {}); // counters report their losses
      return true;
    },
  };
}
