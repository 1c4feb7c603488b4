import type { Episode, Show } from 'earshot/contract';
import { useRef } from 'react';
import { FormEnd, TextField } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useSite, useTexts } from '../../site-context.tsx';
import { BeginEpisode } from '../../studio/begin-episode.tsx';
import { ShowHead } from '../../studio/show-head.tsx';
import { studioPath } from '../../studio/studio-paths.ts';

/** A file or only a title: either creates the draft, which holds all further data. */
export function Page({ show }: { show: Show }) {
  const { client } = useSite();
  const t = useTexts('studio');
  const made = useRef<number | null>(null);
  const { show_id } = show;
  const form = useForm({
    initial: { title: '' },
    draft: `new-episode-${show_id}`,
    async save({ title }) {
      const answer = await client?.api.post<{ episode: Episode }>('episodes_v1', {
        show_id,
        title,
      });
      made.current = answer?.episode.episode_id ?? null;
    },
  });
  const open = () => {
    const episode_id = made.current;
    if (episode_id !== null) client?.go(studioPath('edit-episode', { episode_id }));
  };
  /** The form is sent with its typed title, so that leaving it asks nothing. */
  const makeDraft = async (title: string) => {
    if (form.values.title.trim() === '') form.set('title', title);
    return (await form.submit()) ? made.current : null;
  };
  return (
    <>
      <ShowHead show={show} part="episodes" />
      <div className="studio-narrow">
        <h2>{t('new_episode')}</h2>
        <div className="site-form">
          <BeginEpisode makeDraft={makeDraft} />
          <Form form={form} onSaved={open}>
            <TextField
              name="title"
              label={t('episode_title')}
              hint={t('new_episode_hint')}
              maxLength={300}
              required
            />
            <FormEnd kind="secondary">{t('create_episode')}</FormEnd>
          </Form>
        </div>
      </div>
    </>
  );
}
