import { API_ROUTES, type FeedImport } from 'earshot/contract';
import type { ImportBrief } from 'earshot-site/contract';
import { useRef } from 'react';
import { FormEnd, TextField } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { sendAsMember } from '../../session/send-body.ts';
import { useSite, useTexts } from '../../site-context.tsx';
import { LocalTime } from '../../studio/local-time.tsx';
import { studioPath } from '../../studio/studio-paths.ts';

/** Asks for the address of a feed. The server reads it, without copying anything yet. Earlier imports are below. */
export function Page({ imports }: { imports: readonly ImportBrief[] }) {
  const { client, config, t: site } = useSite();
  const t = useTexts('studio');
  const made = useRef<number | null>(null);
  const form = useForm({
    initial: { url: '' },
    draft: 'import-feed',
    async save({ url }) {
      const answer = await sendAsMember<{ import: FeedImport }>(
        client,
        config.API_URL + API_ROUTES.imports,
        { method: 'POST', body: new URLSearchParams({ url }) },
      );
      made.current = answer.import.import_id;
    },
  });
  const open = () => {
    const import_id = made.current;
    if (import_id !== null) client?.go(studioPath('import-show', { import_id }));
  };
  return (
    <div className="studio-narrow">
      <a className="studio-up" href={studioPath('dashboard')}>
        {site('dashboard')}
      </a>
      <h1>{t('import_show')}</h1>
      <p className="studio-lead">{t('begin_import_text')}</p>
      <Form form={form} onSaved={open}>
        <TextField
          name="url"
          type="url"
          label={t('import_url')}
          hint={t('import_url_hint')}
          inputMode="url"
          required
        />
        <FormEnd>{t('import_preview')}</FormEnd>
      </Form>
      {imports.length > 0 && (
        <>
          <h2>{t('earlier_imports')}</h2>
          <ul className="studio-rows">
            {imports.map(({ import_id, title, created_at }) => (
              <li key={import_id}>
                <div className="studio-row-text">
                  <a href={studioPath('import-show', { import_id })} dir="auto">
                    {title}
                  </a>
                  <p>
                    <LocalTime date={created_at} />
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
