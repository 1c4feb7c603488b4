import type { Show } from 'earshot/contract';
import { useRef } from 'react';
import { changedFields } from '../../forms/changed-fields.ts';
import { SelectField, TextField } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { ListField } from '../../forms/list-field.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useSite, useTexts } from '../../site-context.tsx';
import { DraftNote } from '../../studio/draft-note.tsx';
import { FieldGroup } from '../../studio/field-group.tsx';
import { PlacesField } from '../../studio/places-field.tsx';
import { SaveBar } from '../../studio/save-bar.tsx';
import { useSaveFields } from '../../studio/use-save-fields.ts';
import { toFeedChange, toFeedValues } from './feed-values.ts';

const MEDIA = ['podcast', 'music', 'audiobook', 'newsletter', 'blog'] as const;

/** The data of a feed beyond the settings of the show. */
export function FeedForm({ show }: { show: Show }) {
  const { client } = useSite();
  const t = useTexts('feed');
  const studio = useTexts('studio');
  const saved = useRef(toFeedValues(show));
  const saveFields = useSaveFields(saved.current, {
    kind: 'show',
    id: show.show_id,
    toValues: toFeedValues,
  });
  const form = useForm({
    initial: saved.current,
    draft: `feed-${show.show_id}`,
    async save(values) {
      await saveFields(changedFields(saved.current, values), toFeedChange(saved.current, values));
      saved.current = values;
    },
  });
  const name = { name: 'name', label: t('name') };
  const media = [
    { value: '', label: studio('none') },
    ...MEDIA.map((value) => ({ value, label: t(`medium_${value}`) })),
  ];
  return (
    <Form form={form} onSaved={() => void client?.refresh()}>
      <DraftNote form={form} />
      <FieldGroup title={t('more')}>
        <ListField
          name="persons"
          label={t('people')}
          hint={t('people_hint')}
          add={t('add_person')}
          max={100}
          columns={[
            name,
            { name: 'role', label: t('role'), placeholder: 'host' },
            { name: 'href', label: t('page'), type: 'url' },
            { name: 'img', label: t('picture'), type: 'url' },
          ]}
        />
        <ListField
          name="funding"
          label={t('funding')}
          hint={t('funding_hint')}
          add={t('add_funding')}
          max={20}
          columns={[
            { name: 'url', label: t('web_address'), type: 'url' },
            { name: 'text', label: t('funding_text') },
          ]}
        />
        <PlacesField hint={t('places_hint')} />
        <ListField
          name="podroll"
          label={t('podroll')}
          hint={t('podroll_hint')}
          add={t('add_podroll')}
          max={100}
          columns={[
            { name: 'title', label: t('title') },
            { name: 'feed_url', label: t('feed'), type: 'url' },
            { name: 'feed_guid', label: t('guid') },
          ]}
        />
        <div className="studio-pair">
          <TextField
            name="license_name"
            label={t('license')}
            hint={t('license_hint')}
            placeholder="cc-by-4.0"
          />
          <TextField name="license_url" type="url" label={t('license_url')} />
        </div>
        <div className="studio-pair">
          <SelectField name="medium" label={t('medium')} hint={t('medium_hint')} options={media} />
          <TextField
            name="locked_owner"
            type="email"
            label={t('locked_owner')}
            hint={t('locked_owner_hint')}
          />
        </div>
        <ListField
          name="txt"
          label={t('txt')}
          hint={t('txt_hint')}
          add={t('add_txt')}
          max={50}
          columns={[
            { name: 'text', label: t('text') },
            { name: 'purpose', label: t('purpose'), placeholder: 'verify' },
          ]}
        />
      </FieldGroup>
      <SaveBar />
    </Form>
  );
}
