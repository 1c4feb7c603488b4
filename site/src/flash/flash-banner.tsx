import { buildPath, type FlashMessage } from 'earshot/contract';
import { ALL_SITE_ROUTES } from 'earshot-site/contract';
import { useSite } from '../site-context.tsx';

/** A message of the host above every page. Without JavaScript its form closes it. */
export function FlashBanner({ name, message }: FlashMessage) {
  const { t } = useSite();
  return (
    <section className="site-flash" aria-label={t('flash_message')} data-name={name}>
      <p dir="auto">{message}</p>
      <form method="post" action={buildPath(ALL_SITE_ROUTES, 'flash_dismissal', { name })}>
        <button type="submit" className="es-button" aria-label={t('flash_close')}>
          <span aria-hidden="true">×</span>
        </button>
      </form>
    </section>
  );
}
