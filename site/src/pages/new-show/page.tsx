import type { Show } from 'earshot/contract';
import { useRef } from 'react';
import { CheckField, SelectField, SubmitButton, TextField } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useSite, useTexts } from '../../site-context.tsx';
import { NotesField } from '../../studio/notes-field.tsx';
import { categoryOptions, languageOptions } from '../../studio/show-choices.ts';
import { studioPath } from '../../studio/studio-paths.ts';

/** The first step of a show. Its draft is stored, so that it can be continued another day. */
export function Page({ author, language }: { author: string; language: string }) {
  const { client, config, t: site } = useSite();
  const t = useTexts('studio');
  const categories = useTexts('categories');
  const made = useRef<number | null>(null);
  const form = useForm({
    initial: { title: '', description: '', language, category: '', author, explicit: false },
    draft: 'new-show',
    async save(values) {
      const answer = await client?.api.post<{ show: Show }>('shows_v1', values);
      made.current = answer?.show.show_id ?? null;
    },
  });
  const openSettings = () => {
    const show_id = made.current;
    if (show_id !== null) client?.go(studioPath('edit-show', { show_id }));
  };
  return (
    <div className="studio-narrow">
      <a className="studio-up" href={studioPath('dashboard')}>
        {site('dashboard')}
      </a>
      <h1>{t('new_show')}</h1>
      <Form form={form} onSaved={openSettings}>
        <TextField
          name="title"
          label={t('show_title')}
          hint={t('show_title_hint')}
          maxLength={300}
          required
        />
        <NotesField name="description" label={t('description')} hint={t('show_description_hint')} />
        <div className="studio-pair">
          <SelectField
            name="category"
            label={t('category')}
            hint={t('category_hint')}
            options={categoryOptions(categories, t('none'))}
          />
          <SelectField
            name="language"
            label={t('language')}
            hint={t('language_hint')}
            options={languageOptions(config.API_CULTURE, form.values.language)}
          />
        </div>
        <TextField name="author" label={t('author')} hint={t('author_hint')} />
        <CheckField name="explicit" label={t('explicit')} hint={t('explicit_hint')} />
        <p className="site-form-end">
          <SubmitButton>{t('create_show')}</SubmitButton>
          <span className="es-hint">{t('creating_hint')}</span>
        </p>
      </Form>
    </div>
  );
}
