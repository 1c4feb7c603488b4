import type { Episode } from 'earshot/contract';
import { CheckField, SelectField, TextField } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import type { FormState } from '../../forms/use-form.ts';
import { useSite, useTexts } from '../../site-context.tsx';
import { DraftNote } from '../../studio/draft-note.tsx';
import { FieldGroup } from '../../studio/field-group.tsx';
import { NotesField } from '../../studio/notes-field.tsx';
import { PlacesField } from '../../studio/places-field.tsx';
import { SaveBar } from '../../studio/save-bar.tsx';
import type { EpisodeValues } from './episode-values.ts';
import { lateNotesPreview } from './late-notes-preview.ts';

interface EpisodeFormProps {
  form: FormState<EpisodeValues>;
  episode: Episode;
}

export function EpisodeForm({ form, episode }: EpisodeFormProps) {
  const { client } = useSite();
  const t = useTexts('studio');
  const types = (['full', 'trailer', 'bonus'] as const).map((value) => ({
    value,
    label: t(`episode_${value}`),
  }));
  return (
    <Form form={form} onSaved={() => void client?.refresh()}>
      <DraftNote form={form} />
      <FieldGroup title={t('group_episode')}>
        <TextField name="title" label={t('episode_title')} maxLength={300} required />
        <div>
          <NotesField name="description" label={t('notes')} hint={t('notes_hint')} rows={10} />
          <lateNotesPreview.Part key={form.values.description} notes={form.values.description} />
        </div>
        <div className="studio-pair studio-three">
          <TextField name="season" label={t('season')} inputMode="numeric" />
          <TextField name="episode_number" label={t('episode_number')} inputMode="numeric" />
          <SelectField name="episode_type" label={t('episode_type')} options={types} />
        </div>
        <CheckField name="explicit" label={t('explicit')} hint={t('explicit_hint')} />
      </FieldGroup>
      <FieldGroup title={t('group_more')}>
        <TextField name="tags" label={t('tags')} hint={t('tags_hint')} />
        <TextField
          name="permalink"
          label={t('permalink')}
          hint={t('permalink_hint', { address: episode.site_url })}
          maxLength={80}
        />
        <TextField
          name="link_url"
          type="url"
          label={t('episode_link')}
          hint={t('episode_link_hint')}
        />
        <PlacesField hint={t('episode_places_hint')} />
        <CheckField
          name="allow_messages"
          label={t('allow_messages')}
          hint={t('allow_messages_hint')}
        />
        <CheckField
          name="show_listeners"
          label={t('show_listeners')}
          hint={t('show_listeners_hint')}
        />
        <CheckField name="blocked" label={t('blocked')} hint={t('episode_blocked_hint')} />
      </FieldGroup>
      <SaveBar />
    </Form>
  );
}
