import type { Schedule, Show } from 'earshot/contract';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { SubmitBelow } from '../../action.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import { ActionErrors, ActionForm } from '../../studio/action-form.tsx';
import { AskingAction } from '../../studio/asking-action.tsx';
import { ShowHead } from '../../studio/show-head.tsx';
import { studioPath } from '../../studio/studio-paths.ts';

interface ShowScheduleProps {
  show: Show;
  items: Schedule[];
  /** The names of all time zones. */
  zones: string[];
  /** The errors of a form sent without JavaScript, and its fields. */
  errors: readonly string[];
  typed: Readonly<Record<string, string>>;
}

const ZONES_ID = 'time-zones';
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0]; // 0 is Sunday

/** The weekly times of a show. */
export function Page({ show, items, zones, errors, typed }: ShowScheduleProps) {
  const { t: site } = useSite();
  const t = useTexts('schedule');
  const [zone, setZone] = useState('UTC');
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  const fresh = {
    title: show.title,
    weekday: 1,
    time: '',
    timezone: items.at(-1)?.timezone ?? zone,
  };
  return (
    <>
      <ShowHead show={show} part="schedule" />
      <h2>{t('title')}</h2>
      <p>
        {t('hint')} <a href={studioPath('calendar')}>{site('calendar')}</a>
      </p>
      <ActionErrors messages={errors} />
      {items.length === 0 && <p>{t('none')}</p>}
      <ul className="studio-rows">
        {items.map((item) => (
          <Row key={item.schedule_id} item={item} typed={typed} />
        ))}
      </ul>
      <section className="studio-box" aria-labelledby="add-time">
        <h2 id="add-time">{t('add')}</h2>
        <ActionForm className="site-form" fields={{ do: 'add' }} done={t('added')} resets>
          <Fields values={typed.do === 'add' ? typed : fresh}>{t('add_go')}</Fields>
        </ActionForm>
      </section>
      <datalist id={ZONES_ID}>
        {zones.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

function Row({ item, typed }: { item: Schedule } & Pick<ShowScheduleProps, 'typed'>) {
  const t = useTexts('schedule');
  const { schedule_id, title, weekday, time, timezone } = item;
  const isTyped = typed.do === 'change' && typed.schedule_id === String(schedule_id);
  const when = useWhen()({ weekday: 'long', hour: 'numeric', minute: '2-digit' }, weekday, time);
  const name = `${title}, ${when}`;
  return (
    <li className="studio-wraps">
      <div className="studio-row-text">
        <strong dir="auto">{title}</strong>
        <p>
          <span suppressHydrationWarning>{when}</span>
          <bdi>{timezone.replaceAll('_', ' ')}</bdi>
        </p>
        <details open={isTyped || undefined}>
          <summary aria-label={t('change_of', { name })}>{t('change')}</summary>
          <ActionForm
            className="site-form"
            fields={{ do: 'change', schedule_id }}
            done={t('changed')}
            resets
          >
            <Fields key={name} values={isTyped ? typed : item}>
              {t('save')}
            </Fields>
          </ActionForm>
        </details>
      </div>
      <AskingAction
        fields={{ do: 'remove', schedule_id }}
        label={t('remove')}
        name={t('remove_of', { name })}
        question={t('remove_sure', { name })}
        done={t('removed')}
      />
    </li>
  );
}

interface FieldsProps {
  values: Readonly<Record<string, string | number>> | Schedule;
  /** The text of the button. */
  children: ReactNode;
}

function Fields({ values, children }: FieldsProps) {
  const t = useTexts('schedule');
  const when = useWhen();
  const id = useId();
  return (
    <>
      <div className="es-field">
        <label htmlFor={`${id}title`}>{t('name')}</label>
        <input
          id={`${id}title`}
          name="title"
          defaultValue={values.title}
          maxLength={200}
          required
          dir="auto"
        />
      </div>
      <div className="studio-pair studio-three">
        <div className="es-field">
          <label htmlFor={`${id}day`}>{t('weekday')}</label>
          <select id={`${id}day`} name="weekday" defaultValue={values.weekday}>
            {WEEKDAYS.map((weekday) => (
              <option key={weekday} value={weekday}>
                {when({ weekday: 'long' }, weekday)}
              </option>
            ))}
          </select>
        </div>
        <div className="es-field">
          <label htmlFor={`${id}time`}>{t('time')}</label>
          <input id={`${id}time`} name="time" type="time" defaultValue={values.time} required />
        </div>
      </div>
      <div className="es-field">
        <label htmlFor={`${id}zone`}>{t('timezone')}</label>
        <input
          id={`${id}zone`}
          name="timezone"
          list={ZONES_ID}
          defaultValue={values.timezone}
          aria-describedby={`${id}zone-hint`}
          maxLength={64}
          required
          dir="ltr"
        />
        <span className="es-hint" id={`${id}zone-hint`}>
          {t('timezone_hint')}
        </span>
      </div>
      <SubmitBelow>{children}</SubmitBelow>
    </>
  );
}

/** Writes a weekday, with a time of day, as it is written in the page's language. */
function useWhen() {
  const { t } = useSite();
  return (options: Intl.DateTimeFormatOptions, weekday: number, time = '00:00') => {
    const [hours, minutes] = time.split(':').map(Number);
    const date = Date.UTC(2023, 0, 1 + weekday, hours, minutes); // the first day of 2023 is a Sunday
    return new Intl.DateTimeFormat(t('date_locale'), { ...options, timeZone: 'UTC' }).format(date);
  };
}
