import { OWN_PAGE_ROUTES } from 'earshot/internal';
import { useTexts } from '../../site-context.tsx';

/** Says to readers without JavaScript why the form of this page cannot work for them. */
export function NeedsScript() {
  const t = useTexts('plans');
  return (
    <div className="site-unscripted">
      <p className="site-form-errors">
        {t('no_script')} <a href={OWN_PAGE_ROUTES.subscribe_error}>{t('card_help')}</a>
      </p>
    </div>
  );
}
