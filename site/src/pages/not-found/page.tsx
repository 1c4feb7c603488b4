import { useSite } from '../../site-context.tsx';

export function NotFoundPage() {
  const { config, t } = useSite();
  return (
    <>
      <h1>{t('not_found_title')}</h1>
      <p>{t('not_found_text')}</p>
      <p>
        <a className="es-action site-more" data-kind="secondary" href={`${config.SITE_URL}/`}>
          {t('back_home')}
        </a>
      </p>
    </>
  );
}
