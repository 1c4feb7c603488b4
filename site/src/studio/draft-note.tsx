import type { FormState } from '../forms/use-form.ts';
import { useTexts } from '../site-context.tsx';

/** Says that the form shows an earlier draft, and offers the saved values. */
export function DraftNote<Values extends object>({ form }: { form: FormState<Values> }) {
  const t = useTexts('studio');
  if (!form.isDraft) return null;
  return (
    <p className="studio-note" role="status">
      {t('draft_restored')}{' '}
      <button type="button" className="es-link" onClick={form.reset}>
        {t('discard_draft')}
      </button>
    </p>
  );
}
