/**
 * Keeps the text typed into a form until it is saved, even through a crash or the end of the session. If the browser
 * refuses storage, nothing is kept.
 */
const PREFIX = 'earshot.draft.';

/** The name in a draft of the version that it began with. No field has it. */
export const VERSION = '@version';

export function readDraft(name: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Null or no values delete the draft. @param version of the saved values that it began with */
export function writeDraft(name: string, values: object | null, version?: string | null): void {
  try {
    const isEmpty = !values || Object.keys(values).length === 0;
    const draft = version ? { ...values, [VERSION]: version } : values;
    if (!isEmpty) localStorage.setItem(PREFIX + name, JSON.stringify(draft));
    else localStorage.removeItem(PREFIX + name);
  } catch {
    // The page works without drafts: it still asks before it is left.
  }
}

/** Deletes the drafts of all users, after a logout. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX)) localStorage.removeItem(key);
    }
  } catch {
    // Nothing was stored.
  }
}
