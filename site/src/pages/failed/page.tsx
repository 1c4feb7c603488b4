import { useSite } from '../../site-context.tsx';

export function FailedPage() {
  const { config, t } = useSite();
  return (
    <>
      <h1>{t('failed_title')}</h1>
      <p>{t('failed_text')}</p>
      <p>
        {/* biome-ignore lint/a11y/useValidAnchor: an empty address is that of the page itself. */}
        <a className="es-action site-more" data-kind="secondary" href="">
          {t('retry')}
        </a>{' '}
        <a className="es-action site-more" data-kind="secondary" href={`${config.SITE_URL}/`}>
          {t('back_home')}
        </a>
      </p>
    </>
  );
}
