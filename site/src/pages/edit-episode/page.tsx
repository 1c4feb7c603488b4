import type { Episode, Media, PreflightItem } from 'earshot/contract';
import { useRef } from 'react';
import { useForm } from '../../forms/use-form.ts';
import { Cover } from '../../parts/cover.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import { AudioField } from '../../studio/audio-field.tsx';
import { changedFields } from '../../studio/changed-fields.ts';
import { DeleteButton } from '../../studio/delete-button.tsx';
import { StateChip } from '../../studio/state-chip.tsx';
import { studioPath } from '../../studio/studio-paths.ts';
import { useAudio } from '../../studio/use-audio.ts';
import { EpisodeForm } from './episode-form.tsx';
import { toEpisodeChange, toValues } from './episode-values.ts';
import { PublishPanel } from './publish-panel.tsx';

export interface EditEpisodeProps {
  episode: Episode;
  /** Null if nothing was uploaded, and for the upload of somebody else. */
  media: Media | null;
  preflight: PreflightItem[];
}

export function EditEpisodePage(props: EditEpisodeProps) {
  return <Editor key={props.episode.episode_id} {...props} />;
}

function Editor({ episode, media, preflight }: EditEpisodeProps) {
  const { client } = useSite();
  const t = useTexts('studio');
  const { episode_id, show_id, title } = episode;
  const audio = useAudio({
    loaded: media,
    onBegun: async (media_id) => client?.api.put('episode_v1', { episode_id, media_id }),
  });
  const saved = useRef(toValues(episode));
  const form = useForm({
    initial: saved.current,
    draft: `episode-${episode_id}`,
    async save(values) {
      const change = toEpisodeChange(changedFields(saved.current, values));
      await client?.api.put('episode_v1', { episode_id, ...change });
      saved.current = values;
    },
  });
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
          <StateChip state={episode.state} />
          {episode.state !== 'draft' && episode.state !== 'scheduled' && (
            <a href={episode.site_url}>{t('view_page')}</a>
          )}
        </p>
      </header>
      <div className="studio-columns">
        <div>
          <AudioField
            audio={audio}
            known={episode.http_url === '' ? null : episode}
            empty={t('no_audio')}
          />
          <p className="site-form-end">
            <a
              className="es-action"
              data-kind="secondary"
              href={studioPath('edit-chapters', { episode_id })}
            >
              {t('edit_chapters')}
            </a>
            <a
              className="es-action"
              data-kind="secondary"
              href={studioPath('edit-transcript', { episode_id })}
            >
              {t('edit_transcript')}
            </a>
          </p>
          <EpisodeForm form={form} episode={episode} />
        </div>
        <PublishPanel episode={episode} preflight={preflight} form={form} />
      </div>
      <section className="studio-end">
        <p>{t('delete_episode_text')}</p>
        <DeleteButton
          label={t('delete_episode')}
          question={t('delete_episode_sure', { title })}
          text={t('delete_episode_text')}
          remove={async () => client?.api.delete('episode_v1', { episode_id })}
          next={`${studioPath('show-episodes', { show_id })}?deleted=${episode_id}`}
        />
      </section>
    </>
  );
}
