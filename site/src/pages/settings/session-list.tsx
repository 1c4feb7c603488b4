import type { Session } from 'earshot/contract';
import { Action } from '../../action.tsx';
import { tryOrNotify } from '../../parts/try-or-notify.ts';
import { useSite, useTexts } from '../../site-context.tsx';
import { useShortDate } from './use-short-date.ts';

/** The logins of the user. Each can be ended, except the current one, for which there is the logout. */
export function SessionList({ sessions }: { sessions: Session[] }) {
  const { client } = useSite();
  const t = useTexts('settings');
  const toDate = useShortDate();

  const endOne = (session_id: number) =>
    tryOrNotify(client, async () => {
      await client?.api.delete('session', { session_id });
      client?.notify(t('session_ended'), { level: 'success' });
      await client?.refresh();
    });
  const endOthers = () =>
    tryOrNotify(client, async () => {
      await client?.api.delete('sessions');
      client?.notify(t('sessions_ended'), { level: 'success' });
      await client?.refresh();
    });

  return (
    <>
      <ul className="site-list">
        {sessions.map(({ session_id, user_agent, last_used_at, is_current }) => {
          const browser = browserOf(user_agent) ?? t('unknown_browser');
          return (
            <li key={session_id}>
              <span>
                <strong>{is_current ? t('this_browser') : browser}</strong>
                <small>
                  {is_current && `${browser} · `}
                  {t('last_used', { date: toDate(last_used_at) })}
                </small>
              </span>
              {!is_current && (
                <Action
                  kind={null}
                  aria-label={t('end_session', { browser })}
                  onClick={() => endOne(session_id)}
                >
                  {t('end')}
                </Action>
              )}
            </li>
          );
        })}
      </ul>
      {sessions.length > 1 && (
        <p>
          <Action onClick={endOthers}>{t('end_others')}</Action>
        </p>
      )}
    </>
  );
}

/** Names of browsers and systems in a `User-Agent`, specific ones first, because Edge and Opera also contain Chrome. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
  ['curl', 'curl'],
] as const;

const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** `Firefox, Linux`: enough to recognise one's own devices. Null if unknown. */
function browserOf(userAgent: string): string | null {
  const known = [BROWSERS, SYSTEMS].map(
    (names) => names.find(([mark]) => userAgent.includes(mark))?.[1],
  );
  return known.filter(Boolean).join(', ') || null;
}
