import { useState } from 'react';
import type { FormState } from '../forms/use-form.ts';
import { useTexts } from '../site-context.tsx';

/**
 * Says that the form shows an earlier draft, and offers the saved values. If these are newer, the author can look at both
 * in turn.
 */
export function DraftNote<Values extends object>({ form }: { form: FormState<Values> }) {
  const t = useTexts('studio');
  const [draft, setDraft] = useState<Values | null>(null);
  const [isAway, setAway] = useState(false);
  const isOutdated = form.isOutdated || draft !== null;
  const isShown = isAway ? !form.isChanged : form.isDraft || draft !== null;
  if (!isShown || form.savedAt !== null) return null;

  const showSaved = () => {
    if (isOutdated) setDraft(form.values);
    setAway(isOutdated);
    form.reset();
  };
  const showDraft = () => {
    const names = Object.keys(draft ?? {}) as (keyof Values)[];
    for (const name of names) form.set(name, (draft as Values)[name]);
    setAway(false);
  };
  return (
    <p className="studio-note" role="status">
      {t(isAway ? 'draft_away' : isOutdated ? 'draft_outdated' : 'draft_restored')}{' '}
      <button type="button" className="es-link" onClick={isAway ? showDraft : showSaved}>
        {t(isAway ? 'restore_draft' : 'discard_draft')}
      </button>
    </p>
  );
}
