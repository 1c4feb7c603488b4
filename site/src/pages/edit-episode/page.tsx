import type { Episode, Media, PreflightItem } from 'earshot/contract';
import { useEffect, useRef } from 'react';
import { ActionLink } from '../../action.tsx';
import { changedFields } from '../../forms/changed-fields.ts';
import { useForm } from '../../forms/use-form.ts';
import { Cover } from '../../parts/cover.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import { AudioField } from '../../studio/audio-field.tsx';
import { takeFile, titleOfFile } from '../../studio/chosen-file.ts';
import { DeleteButton } from '../../studio/delete-button.tsx';
import { StateChip } from '../../studio/state-chip.tsx';
import { studioPath } from '../../studio/studio-paths.ts';
import { isInWork, useAudio } from '../../studio/use-audio.ts';
import { useSaveFields } from '../../studio/use-save-fields.ts';
import { EpisodeForm } from './episode-form.tsx';
import { toEpisodeChange, toValues } from './episode-values.ts';
import { isOnAir, lateOnAir } from './late-on-air.ts';
import { PublishPanel } from './publish-panel.tsx';

interface EditEpisodeProps {
  episode: Episode;
  /** Null if nothing was uploaded, and for another user's upload. */
  media: Media | null;
  preflight: PreflightItem[];
}

export function Page(props: EditEpisodeProps) {
  return <Editor key={props.episode.episode_id} {...props} />;
}

function Editor({ episode, media, preflight }: EditEpisodeProps) {
  const { client } = useSite();
  const t = useTexts('studio');
  const { episode_id, show_id, title, state } = episode;
  const audio = useAudio({
    loaded: media,
    onBegun: async (media_id) => client?.api.put('episode_v1', { episode_id, media_id }),
  });
  const saved = useRef(toValues(episode));
  const saveFields = useSaveFields(saved.current, { kind: 'episode', id: episode_id, toValues });
  const form = useForm({
    initial: saved.current,
    draft: `episode-${episode_id}`,
    async save(values) {
      const { visibility, ...change } = changedFields(saved.current, values);
      const stored = await saveFields(change, toEpisodeChange(change));
      if (visibility && state !== 'draft') {
        // Without its time, a scheduled episode would be published at once.
        const published_at = state === 'scheduled' ? episode.published_at : null;
        await client?.api.put('episode_publish', { episode_id, visibility, published_at });
      }
      const { permalink = values.permalink } = stored ?? {}; // follows the title of a draft
      saved.current = { ...values, permalink };
      return saved.current;
    },
  });
  const start = useRef(() => {
    const file = takeFile(episode_id);
    if (file) audio.send(file);
  });
  useEffect(() => start.current(), []);

  // The title in the file is better than its name, until the author writes one.
  const { media: sent } = audio;
  const tagged = sent?.facts?.title;
  const takeTitle = useRef((_title: string) => {});
  takeTitle.current = (found) => {
    if (form.values.title === titleOfFile(sent?.file_name ?? '')) form.set('title', found);
  };
  useEffect(() => {
    if (tagged) takeTitle.current(tagged);
  }, [tagged]);

  const isUnderWay = audio.sending || isInWork(sent);
  const isTyped = (field: string) => {
    const name = field as keyof typeof form.values;
    return form.values[name] && form.values[name] !== saved.current[name];
  };
  const open = preflight.filter(
    ({ id, field }) => !(id === 'audio-missing' && isUnderWay) && !isTyped(field),
  );
  const links = [
    ['edit-chapters', t('edit_chapters')],
    ['edit-transcript', t('edit_transcript')],
    ['episode-numbers', t('numbers')],
  ] as const;
  return (
    <>
      <header className="studio-head">
        <Cover of={episode} side={72} sizes={[80, 160]} />
        <div>
          <a className="studio-up" href={studioPath('show-episodes', { show_id })} dir="auto">
            {episode.show_title}
          </a>
          <h1 dir="auto">{title}</h1>
        </div>
        <p className="studio-row studio-head-end">
          <StateChip of={episode} />
          {isOnAir(state) && <a href={episode.site_url}>{t('view_page')}</a>}
        </p>
      </header>
      <div className="studio-columns">
        <div>
          <AudioField
            audio={audio}
            known={episode.http_url ? episode : null}
            empty={t('no_audio')}
          />
          <p className="site-form-end">
            {links.map(([page, text]) => (
              <ActionLink key={page} href={studioPath(page, { episode_id })}>
                {text}
              </ActionLink>
            ))}
          </p>
          <EpisodeForm form={form} episode={episode} />
        </div>
        <div className="studio-side">
          {isOnAir(state) && <lateOnAir.Part episode={episode} />}
          <PublishPanel episode={episode} preflight={open} form={form} />
        </div>
      </div>
      <section className="studio-end">
        <p>{t('delete_episode_text')}</p>
        <DeleteButton
          label={t('delete_episode')}
          question={t('delete_episode_sure', { title })}
          text={t('delete_episode_text')}
          remove={() => client?.api.delete('episode_v1', { episode_id })}
          next={`${studioPath('show-episodes', { show_id })}?deleted=${episode_id}`}
        />
      </section>
    </>
  );
}
