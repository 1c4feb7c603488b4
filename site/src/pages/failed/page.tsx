import { Empty } from '../../parts/empty.tsx';
import { useSite } from '../../site-context.tsx';

export function Page() {
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
      </Empty>
    </>
  );
}
