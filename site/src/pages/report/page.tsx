import { REPORT_REASONS, type ReportKind } from 'earshot-site/contract';
import { useState } from 'react';
import { SubmitBelow } from '../../action.tsx';
import { useTexts } from '../../site-context.tsx';
import { ActionErrors, ActionForm } from '../../studio/action-form.tsx';

export interface ReportPageProps {
  kind: ReportKind;
  /** Id of the reported thing. */
  id: number;
  /** Its title; for a comment, that of its episode. */
  title: string;
  /** Its page. */
  back: string;
  /** The form was sent without JavaScript. */
  isSent: boolean;
  errors: readonly string[];
}

/** A member reports content to the administrators. */
export function Page({ kind, id, title, back, isSent, errors }: ReportPageProps) {
  const t = useTexts('report');
  const [isDone, setDone] = useState(isSent);
  const thing = (
    <p>
      <span>{t(`kind_${kind}`)}: </span>
      <a href={back} dir="auto">
        {title}
      </a>
    </p>
  );
  if (isDone) {
    return (
      <>
        <h1>{t('thanks')}</h1>
        <p role="status">{t('thanks_text')}</p>
        {thing}
      </>
    );
  }
  return (
    <>
      <h1>{t('title')}</h1>
      {thing}
      <ActionErrors messages={errors} />
      <ActionForm
        className="site-form"
        fields={{ do: kind, [`${kind}_id`]: id }}
        onAnswer={() => setDone(true)}
      >
        <fieldset className="site-choices">
          <legend>{t('reason')}</legend>
          {REPORT_REASONS.map((reason) => (
            <label key={reason}>
              <input type="radio" name="reason" value={reason} required /> {t(`${reason}_reason`)}
            </label>
          ))}
        </fieldset>
        <div className="es-field">
          <label htmlFor="report-text">{t('text')}</label>
          <textarea id="report-text" name="text" rows={4} maxLength={1000} dir="auto" />
          <span className="es-hint">{t('text_hint')}</span>
        </div>
        <SubmitBelow>{t('send')}</SubmitBelow>
      </ActionForm>
    </>
  );
}
