import type { Episode, PreflightItem, Visibility } from 'earshot/contract';
import { useEffect, useId, useState } from 'react';
import { Action } from '../../action.tsx';
import type { FormState } from '../../forms/use-form.ts';
import { useSite, useTexts } from '../../site-context.tsx';
import { LocalTime } from '../../studio/local-time.tsx';
import { ZoneName } from '../../studio/zone-name.tsx';
import type { EpisodeValues } from './episode-values.ts';
import { isOnAir } from './late-on-air.ts';
import { Preflight } from './preflight.tsx';

interface PublishPanelProps {
  episode: Episode;
  preflight: PreflightItem[];
  form: FormState<EpisodeValues>;
}

const VISIBILITIES = ['public', 'unlisted', 'private'] as const satisfies readonly Visibility[];

/** Missing parts, and who can hear the episode from when on. */
export function PublishPanel({ episode, preflight, form }: PublishPanelProps) {
  const { client } = useSite();
  const t = useTexts('studio');
  const id = useId();
  const { episode_id, state, published_at } = episode;
  const isDraft = state === 'draft';
  // A draft has no visibility yet: it gets one with its publication.
  const [planned, plan] = useState<Visibility>();
  const visibility = (isDraft && planned) || form.values.visibility;
  const choose = isDraft ? plan : (value: Visibility) => form.set('visibility', value);
  const [time, setTime] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const isOut = isOnAir(state);

  // A button may vanish with the state that it changes. The focus would be lost with it.
  useEffect(() => {
    if (!isBusy) return;
    return () => {
      if (document.activeElement === document.body) document.getElementById(`${id}-title`)?.focus();
    };
  }, [isBusy, id]);

  async function run(change: () => Promise<unknown> | undefined, done: string) {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      // The visible values are published.
      form.set('visibility', visibility);
      plan(undefined);
      if (!(await form.submit())) return;
      await change();
      await client?.refresh();
      client?.notify(done, { level: 'success' });
    } catch (failure) {
      setError((failure as Error).message.replace(/^\w+: /, ''));
    } finally {
      setBusy(false);
    }
  }
  const publish = () =>
    run(
      () => client?.api.put('episode_publish', { episode_id, visibility }),
      t(isOut ? 'saved' : 'published_now'),
    );
  const schedule = () => {
    const date = new Date(time);
    if (Number.isNaN(date.getTime())) return setError(t('time_missing'));
    const published_at = date.toISOString();
    return run(
      () => client?.api.put('episode_publish', { episode_id, visibility, published_at }),
      t(date > new Date() ? 'scheduled_now' : 'published_now'),
    );
  };
  const withdraw = () =>
    run(() => client?.api.delete('episode_publish', { episode_id }), t('withdrawn'));

  return (
    <section className="studio-panel" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} tabIndex={-1}>
        {t('publishing')}
      </h2>
      {published_at && (
        <p>
          {t(isOut ? 'published_on' : 'scheduled_for')} <LocalTime date={published_at} />{' '}
          {!isOut && <ZoneName />}
        </p>
      )}
      <Preflight items={preflight} showId={episode.show_id} />
      <div className="es-field">
        <label htmlFor={`${id}-visibility`}>{t('visibility')}</label>
        <select
          id={`${id}-visibility`}
          value={visibility}
          onChange={({ target }) => choose(target.value as Visibility)}
        >
          {VISIBILITIES.map((value) => (
            <option key={value} value={value}>
              {t(`visibility_${value}`)}
            </option>
          ))}
        </select>
      </div>
      {error && (
        <p className="es-hint" data-level="error" role="alert">
          {error}
        </p>
      )}
      {(!isOut || visibility !== episode.visibility) && (
        <Action kind="primary" aria-busy={isBusy} onClick={publish}>
          {t(isOut ? 'change_visibility' : 'publish_now')}
        </Action>
      )}
      {!isOut && (
        <div className="es-field">
          <label htmlFor={`${id}-time`}>
            {t('publish_at')} <ZoneName />
          </label>
          <input
            id={`${id}-time`}
            type="datetime-local"
            value={time}
            onChange={(event) => setTime(event.target.value)}
          />
          <Action onClick={schedule}>{t('schedule')}</Action>
        </div>
      )}
      {!isDraft && (
        <Action kind={null} onClick={withdraw}>
          {t('back_to_draft')}
        </Action>
      )}
    </section>
  );
}
