import { buildPath, type Show } from 'earshot/contract';
import { BADGE_ROUTES } from 'earshot-site/contract';
import { type ReactNode, useRef } from 'react';
import { changedFields } from '../../forms/changed-fields.ts';
import { CheckField, SelectField, TextField } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useSite, useTexts } from '../../site-context.tsx';
import { DraftNote } from '../../studio/draft-note.tsx';
import { FieldGroup } from '../../studio/field-group.tsx';
import { NotesField } from '../../studio/notes-field.tsx';
import { SaveBar } from '../../studio/save-bar.tsx';
import { categoryOptions, languageOptions } from '../../studio/show-choices.ts';
import { useSaveFields } from '../../studio/use-save-fields.ts';
import { PermalinkField } from './permalink-field.tsx';
import { PlayerFields } from './player-fields.tsx';
import { toChange, toValues } from './show-values.ts';

/** The fields of a show and of its feed. `feed` comes between the fields about the address. */
export function ShowForm({ show, feed }: { show: Show; feed: ReactNode }) {
  const { client, config } = useSite();
  const t = useTexts('studio');
  const saved = useRef(toValues(show));
  const saveFields = useSaveFields(saved.current, { kind: 'show', id: show.show_id, toValues });
  const form = useForm({
    initial: saved.current,
    draft: `show-${show.show_id}`,
    async save(values) {
      await saveFields(changedFields(saved.current, values), toChange(saved.current, values));
      saved.current = values;
    },
  });
  const badge = buildPath(BADGE_ROUTES, 'show_badge', { show_id: show.show_id });
  const categories = categoryOptions(useTexts('categories'), t('none'));
  const orders = (['episodic', 'serial'] as const).map((value) => ({
    value,
    label: t(`type_${value}`),
  }));

  return (
    <Form form={form} onSaved={() => void client?.refresh()}>
      <DraftNote form={form} />
      <FieldGroup title={t('group_basics')}>
        <TextField
          name="title"
          label={t('show_title')}
          hint={t('show_title_hint')}
          maxLength={300}
          required
        />
        <TextField name="subtitle" label={t('subtitle')} hint={t('subtitle_hint')} />
        <NotesField
          name="description"
          label={t('description')}
          hint={t('show_description_hint')}
          rows={7}
        />
        <div className="studio-pair">
          <SelectField
            name="category"
            label={t('category')}
            hint={t('category_hint')}
            options={categories}
          />
          <SelectField name="second_category" label={t('second_category')} options={categories} />
        </div>
        <div className="studio-pair">
          <SelectField
            name="language"
            label={t('language')}
            hint={t('language_hint')}
            options={languageOptions(config.API_CULTURE, form.values.language)}
          />
          <TextField name="keywords" label={t('keywords')} hint={t('keywords_hint')} />
        </div>
        <CheckField name="explicit" label={t('explicit')} hint={t('explicit_hint')} />
      </FieldGroup>
      <FieldGroup title={t('group_address')}>
        {feed}
        <PermalinkField show={show} />
        <TextField name="link_url" type="url" label={t('link_url')} hint={t('link_url_hint')} />
        <CheckField
          name="public_downloads"
          label={t('public_downloads')}
          hint={
            <>
              {t('public_downloads_hint')} <bdi>{config.SITE_URL + badge}</bdi>
            </>
          }
        />
      </FieldGroup>
      <PlayerFields />
      <FieldGroup title={t('group_people')}>
        <div className="studio-pair">
          <TextField name="author" label={t('author')} hint={t('author_hint')} />
          <TextField name="copyright" label={t('copyright')} hint={t('copyright_hint')} />
        </div>
        <div className="studio-pair">
          <TextField name="owner_name" label={t('owner_name')} hint={t('owner_name_hint')} />
          <TextField
            name="owner_email"
            type="email"
            label={t('owner_email')}
            hint={t('owner_email_hint')}
          />
        </div>
      </FieldGroup>
      <FieldGroup title={t('group_apps')}>
        <SelectField name="itunes_type" label={t('itunes_type')} options={orders} />
        <CheckField name="locked" label={t('locked')} hint={t('locked_hint')} />
        <CheckField name="complete" label={t('complete')} hint={t('complete_hint')} />
        <CheckField name="blocked" label={t('blocked')} hint={t('blocked_hint')} />
      </FieldGroup>
      <SaveBar />
    </Form>
  );
}
