import type { Show } from 'earshot/contract';
import { CopyField } from 'earshot/react';
import { useSite, useTexts } from '../../site-context.tsx';
import { CoverField } from '../../studio/cover-field.tsx';
import { DeleteButton } from '../../studio/delete-button.tsx';
import { ShowHead } from '../../studio/show-head.tsx';
import { feedUrl, studioPath } from '../../studio/studio-paths.ts';
import { ShowForm } from './show-form.tsx';

export function Page({ show }: { show: Show }) {
  const { client, config } = useSite();
  const t = useTexts('studio');
  const { show_id, title } = show;
  const isOwner = config.USER?.user_id === show.user_id || config.USER?.is_admin;
  const feed = (
    <div className="es-field">
      <span>{t('feed_address')}</span>
      <CopyField label={t('feed_address')} text={feedUrl(config.SITE_URL, show_id)} />
      <p className="es-hint">{t('feed_address_hint')}</p>
    </div>
  );
  return (
    <>
      <ShowHead show={show} part="settings" />
      <CoverField show={show} />
      <ShowForm key={show_id} show={show} feed={feed} />
      {isOwner && (
        <section className="studio-end">
          <p>{t('delete_show_text')}</p>
          <DeleteButton
            label={t('delete_show')}
            question={t('delete_show_sure', { title })}
            text={t('delete_show_text')}
            remove={() => client?.api.delete('show_v1', { show_id })}
            next={`${studioPath('dashboard')}?deleted=${show_id}`}
          />
        </section>
      )}
    </>
  );
}
