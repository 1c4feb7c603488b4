import type { Scope } from 'earshot';
import type { Suggested } from './trim-results.ts';

/** A pause between two keys that is longer than usual typing. */
export const PAUSE_MS = 200;

const KNOWN_MAX = 50; // queries

interface SuggestionPorts {
  scope: Scope;
  /** Asks the API. Rejects if there is no answer. */
  ask(q: string, signal: AbortSignal): Promise<Suggested>;
  /** Receives the answer to the newest query; null while nothing is typed, and if there is no answer. */
  show(q: string, found: Suggested | null): void;
}

/** Sends each query once, after a pause in typing. An answer to an older query is dropped. */
export function createSuggestionSource({ scope, ask, show }: SuggestionPorts) {
  const known = new Map<string, Suggested>();
  let asking: Scope | null = null;

  async function request(q: string, mine: Scope): Promise<void> {
    // Without an answer the form still searches.
    const found = await ask(q, mine.signal).catch(() => null);
    if (found) remember(q, found);
    if (!mine.disposed) show(q, found);
  }

  function remember(q: string, found: Suggested): void {
    const [oldest] = known.keys();
    if (known.size >= KNOWN_MAX && oldest !== undefined) known.delete(oldest);
    known.set(q, found);
  }

  return {
    /** The current text of the field. */
    type(text: string): void {
      asking?.dispose();
      const q = text.trim().replace(/\s+/g, ' ').toLowerCase();
      const found = known.get(q);
      if (q === '' || found) {
        show(q, found ?? null);
        return;
      }
      const mine = scope.child();
      asking = mine;
      mine.timeout(() => void request(q, mine), PAUSE_MS);
    },
    /** No answer is wanted any more. */
    stop: () => asking?.dispose(),
  };
}
