import type { ActName, AuditChange, AuditEntry } from 'earshot-site/contract';
import { useTexts } from '../site-context.tsx';
import { LocalTime } from './local-time.tsx';

/** The key of an act's text: `show_change` for `show.change`. */
export const actText = <Act extends ActName>(act: Act) =>
  act.replace('.', '_') as UnderscoreOf<Act>;

type UnderscoreOf<Act extends string> = Act extends `${infer Kind}.${infer Verb}`
  ? `${Kind}_${Verb}`
  : never;

/** Acts, the newest first. */
export function AuditList({ entries }: { entries: readonly AuditEntry[] }) {
  const t = useTexts('audit');
  if (entries.length === 0) return <p>{t('none')}</p>;
  return (
    <ul className="studio-rows">
      {entries.map((entry) => (
        <Entry key={entry.audit_id} entry={entry} />
      ))}
    </ul>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const t = useTexts('audit');
  const { action, object_kind, object_id, object_name, changes, address } = entry;
  const { user_id, user_name } = entry;
  const thing = object_name || (object_kind === 'settings' ? '' : object_id);
  return (
    <li className="studio-wraps">
      <div className="studio-row-text">
        <b>{t(actText(action))}</b>
        {thing && (
          <>
            {' '}
            <bdi>{thing}</bdi>
          </>
        )}
        <p>
          <bdi>{user_name || user_id || t('visitor')}</bdi>
          <LocalTime date={entry.at} />
          {address && <bdi>{address}</bdi>}
        </p>
        {changes.length > 0 && (
          <ul className="studio-said">
            {changes.map((change) => (
              <Change key={change.field} change={change} />
            ))}
          </ul>
        )}
      </div>
      {entry.has_failed && <span className="es-chip studio-state">{t('failed')}</span>}
    </li>
  );
}

function Change({ change: { field, before, after } }: { change: AuditChange }) {
  const t = useTexts('audit');
  return (
    <li>
      <code>{field}</code>{' '}
      {!before && !after ? (
        t('changed')
      ) : (
        <>
          {before && <del dir="auto">{before}</del>} {after && <span dir="auto">{after}</span>}
        </>
      )}
    </li>
  );
}
