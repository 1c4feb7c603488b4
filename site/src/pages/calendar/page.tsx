import type { CalendarItem } from 'earshot/contract';
import { useEffect, useState } from 'react';
import { ActionLink, SubmitAction } from '../../action.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import { ActionErrors, ActionForm } from '../../studio/action-form.tsx';
import { LocalTime } from '../../studio/local-time.tsx';
import { studioPath } from '../../studio/studio-paths.ts';
import { ZoneName } from '../../studio/zone-name.tsx';
import { dayOf, moveDays, nextMonth, weeksOf } from './month.ts';

interface CalendarProps {
  /** `2026-11` */
  month: string;
  items: CalendarItem[];
  /** ISO 8601: the time of the page. */
  now: string;
  /** The errors of a move sent without JavaScript. */
  errors: readonly string[];
}

const STEPS = [-7, -1, 1, 7] as const;

/** Published and planned episodes, month by month. */
export function Page({ month, items, now, errors }: CalendarProps) {
  const { t: site } = useSite();
  const t = useTexts('studio');
  const format = useDates();
  const [isHere, setHere] = useState(false);
  useEffect(() => setHere(true), []); // the first render is in UTC, as on the server
  const here = studioPath('calendar');
  const title = format(`${month}-01`, { month: 'long', year: 'numeric' });
  const [firstWeek = []] = weeksOf('2024-01'); // begins with a Monday
  return (
    <>
      <header className="studio-title">
        <div>
          <a className="studio-up" href={studioPath('dashboard')}>
            {site('dashboard')}
          </a>
          <h1>{site('calendar')}</h1>
        </div>
        <nav className="studio-row" aria-label={t('months')}>
          <ActionLink kind={null} rel="prev" href={`${here}?month=${nextMonth(month, -1)}`}>
            {t('month_before')}
          </ActionLink>
          <ActionLink kind={null} rel="next" href={`${here}?month=${nextMonth(month, 1)}`}>
            {t('month_after')}
          </ActionLink>
        </nav>
      </header>
      <ActionErrors messages={errors} />
      <table className="studio-month">
        <caption>
          {title} <ZoneName />
        </caption>
        <thead>
          <tr>
            {firstWeek.map((day) => (
              <th key={day} scope="col">
                {format(day ?? '', { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.join()}>
              {week.map((day, index) => (
                <Day
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is a weekday.
                  key={index}
                  day={day}
                  now={now}
                  isHere={isHere}
                  items={items.filter(({ starts_at }) => dayOf(starts_at, isHere) === day)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {items.length === 0 && <p>{t('month_empty')}</p>}
    </>
  );
}

interface DayProps {
  day: string | null;
  items: CalendarItem[];
  now: string;
  /** The times are by the reader's clock. */
  isHere: boolean;
}

function Day({ day, items, now, isHere }: DayProps) {
  const format = useDates();
  if (day === null) return <td data-empty />;
  return (
    <td data-empty={items.length === 0 || undefined}>
      <span className="studio-day">
        <span className="studio-day-name">{format(day, { weekday: 'short' })} </span>
        {Number(day.slice(8))}
      </span>
      {items.map((item) => (
        <Item key={`${item.episode_id} ${item.starts_at}`} item={item} now={now} isHere={isHere} />
      ))}
    </td>
  );
}

function Item({ item, now, isHere }: { item: CalendarItem } & Pick<DayProps, 'now' | 'isHere'>) {
  const t = useTexts('studio');
  const { episode_id, show_id, title, type, starts_at } = item;
  const href =
    episode_id === null
      ? studioPath('show-schedule', { show_id })
      : studioPath('edit-episode', { episode_id });
  return (
    <div className="studio-item" data-type={type}>
      <a href={href} dir="auto">
        {title}
      </a>
      <small>
        <LocalTime date={starts_at} hourOnly />
      </small>
      {type === 'scheduled' && episode_id !== null && (
        <details>
          <summary aria-label={t('move_of', { title })}>{t('move')}</summary>
          <ActionForm fields={{ do: 'move', episode_id }} done={t('moved')}>
            {STEPS.map((days) => {
              const moved = moveDays(starts_at, days, isHere);
              return (
                <SubmitAction
                  kind={null}
                  key={days}
                  name="published_at"
                  value={moved}
                  disabled={moved <= now}
                >
                  {t(days < 0 ? 'days_earlier' : 'days_later', { count: Math.abs(days) })}
                </SubmitAction>
              );
            })}
          </ActionForm>
        </details>
      )}
    </div>
  );
}

/** Writes a day in words. All days are in UTC, so that server and browser agree. */
function useDates() {
  const { t } = useSite();
  return (day: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(t('date_locale'), { ...options, timeZone: 'UTC' }).format(
      new Date(`${day}T00:00:00Z`),
    );
}
