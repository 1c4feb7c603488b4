import type { BulkAction, BulkResult } from 'earshot-site/contract';
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { SubmitAction } from '../../action.tsx';
import { useTexts } from '../../site-context.tsx';
import { ActionErrors, ActionForm, type ActionFormProps } from '../../studio/action-form.tsx';

interface BulkFormProps {
  results: readonly BulkResult[];
  /** The requested action. */
  asked: string | null;
  errors: readonly string[];
  /** The list with a box for each episode. False if there is none. */
  children: ReactNode;
}

const VISIBILITIES = ['public', 'unlisted', 'private'] as const;
const BOX = 'input[name^="episode_"]';

/** Actions on all ticked episodes, and their results. */
export function BulkForm({ results: given, asked, errors, children }: BulkFormProps) {
  const t = useTexts('studio');
  const id = useId();
  const [results, setResults] = useState(given);
  const [action, setAction] = useState(asked);
  const [ticked, setTicked] = useState<number | null>(null);
  useEffect(() => setTicked(0), []);

  const count = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const box = event.target as HTMLInputElement;
    const boxes = [...form.querySelectorAll<HTMLInputElement>(BOX)];
    if (box.matches('[data-all]')) for (const each of boxes) each.checked = box.checked;
    setTicked(boxes.filter(({ checked }) => checked).length);
  };
  const show: NonNullable<ActionFormProps['onAnswer']> = (answer, sent) => {
    setResults((answer as { results: BulkResult[] }).results);
    setAction(sent.action ?? null);
    setTicked(0);
  };
  const button = (value: BulkAction) => ({ kind: null, name: 'action', value });

  return (
    <>
      <BulkReport results={results} action={action} onRestored={show} />
      <ActionErrors messages={errors} />
      {children && (
        <ActionForm fields={{ do: 'bulk' }} onAnswer={show} onInput={count} resets>
          <EnterButton />
          <fieldset className="studio-bulk" aria-labelledby={`${id}-ticked`}>
            <span id={`${id}-ticked`} role="status">
              {ticked ? t('ticked', { count: ticked }) : t('with_ticked')}
            </span>
            <SubmitAction {...button('publish')}>{t('bulk_publish')}</SubmitAction>
            <SubmitAction {...button('draft')}>{t('back_to_draft')}</SubmitAction>
            <span className="studio-row">
              <select name="visibility" aria-label={t('visibility')}>
                {VISIBILITIES.map((value) => (
                  <option key={value} value={value}>
                    {t(`visibility_${value}`)}
                  </option>
                ))}
              </select>
              <SubmitAction {...button('visibility')}>{t('change_visibility')}</SubmitAction>
            </span>
            <SubmitAction {...button('delete')} kind="danger">
              {t('delete')}
            </SubmitAction>
          </fieldset>
          {ticked !== null && (
            <label className="studio-tick" data-all>
              <input type="checkbox" data-all />
              <span>{t('tick_all')}</span>
            </label>
          )}
          {children}
        </ActionForm>
      )}
    </>
  );
}

/**
 * The first button of a form is pressed by Enter on a box, so this one does nothing. Without JavaScript, the method sends
 * nothing outside a dialog. A disabled button would not do: for a box, Chromium presses the next one.
 */
const EnterButton = () => (
  <button
    type="submit"
    formMethod="dialog"
    className="site-hidden"
    tabIndex={-1}
    aria-hidden="true"
    onClick={(event) => event.preventDefault()}
  />
);

interface BulkReportProps {
  results: readonly BulkResult[];
  /** The action that had them. */
  action: string | null;
  onRestored: NonNullable<ActionFormProps['onAnswer']>;
}

function BulkReport({ results, action, onRestored }: BulkReportProps) {
  const t = useTexts('studio');
  if (results.length === 0) return null;
  const done = results.filter(({ error }) => error === null);
  const failed = results.filter(({ error }) => error !== null);
  const ids = done.map(({ episode_id }) => [`episode_${episode_id}`, 'on'] as const);
  const isDeleted = action === 'delete';
  return (
    <div className="studio-note studio-report" role="status">
      <strong>{t(isDeleted ? 'bulk_deleted' : 'bulk_done', { count: done.length })}</strong>
      {isDeleted && done.length > 0 && (
        <ActionForm
          fields={{ do: 'bulk', action: 'restore', ...Object.fromEntries(ids) }}
          onAnswer={onRestored}
          done={t('undone')}
        >
          <SubmitAction kind="secondary">{t('undo')}</SubmitAction>
        </ActionForm>
      )}
      {failed.length > 0 && (
        <ul>
          {failed.map(({ episode_id, title, error }) => (
            <li key={episode_id}>
              <bdi>{title ?? episode_id}</bdi>: {error}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
