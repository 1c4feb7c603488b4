import { Empty } from '../../parts/empty.tsx';
import { useSite } from '../../site-context.tsx';

/** @param requestId Of the failed request, so that a person can report it. Empty if unknown. */
export function Page({ requestId }: { requestId: string }) {
  const { config, t } = useSite();
  return (
    <>
      <h1>{t('failed_title')}</h1>
      <Empty text={t('failed_text')}>
        {/* biome-ignore lint/a11y/useValidAnchor: an empty address is that of the page itself. */}
        <a className="es-action" data-kind="secondary" href="">
          {t('retry')}
        </a>
        <a className="es-action" data-kind="secondary" href={`${config.SITE_URL}/`}>
          {t('back_home')}
        </a>
        {requestId && <p className="es-hint">{t('failed_id', { id: requestId })}</p>}
      </Empty>
    </>
  );
}
