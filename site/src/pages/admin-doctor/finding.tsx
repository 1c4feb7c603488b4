import { CopyField } from 'earshot/react';
import type { DoctorFinding, DoctorMend } from 'earshot-site/contract';
import { useTexts } from '../../site-context.tsx';

/** A player of the page: where it is, why it does not sound, and the change that repairs it. */
export function Finding({ finding }: { finding: DoctorFinding }) {
  const t = useTexts('doctor');
  const { host, address, path, line, reason, text, mends } = finding;
  return (
    <li className="studio-panel studio-finding" data-level={reason === null ? 'good' : 'error'}>
      <h4>
        <span className="es-chip">{t(reason === null ? 'fine' : 'broken')}</span>
        <bdi>{host === 'earshot' ? 'Earshot' : host}</bdi>
      </h4>
      <p dir="auto">{text}</p>
      <p className="es-hint">
        {line !== null && <span>{t('at_line', { line })} </span>}
        <code dir="ltr">{path}</code>
        {reason !== null && <code dir="ltr">{reason}</code>}
      </p>
      {address && (
        <p className="es-hint">
          <bdi dir="ltr">{address}</bdi>
        </p>
      )}
      {mends.map((mend) => (
        <Mend key={mend.after} mend={mend} />
      ))}
      {reason !== null && mends.length === 0 && <p className="es-hint">{t('no_mend')}</p>}
    </li>
  );
}

function Mend({ mend: { place, before, after } }: { mend: DoctorMend }) {
  const t = useTexts('doctor');
  return (
    <div className="studio-mend">
      <p>
        <strong>{t(`change_${place}`)}</strong>
      </p>
      {before !== null && (
        <pre dir="ltr">
          <del>{before}</del>
        </pre>
      )}
      <div dir="ltr">
        <CopyField label={t(before === null ? 'add' : 'after')} text={after} isCode />
      </div>
    </div>
  );
}
