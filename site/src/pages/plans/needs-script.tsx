import { ALL_PAGE_ROUTES } from 'earshot-site/contract';
import { useTexts } from '../../site-context.tsx';

/** Explains to readers without JavaScript why the form of this page does not work. */
export function NeedsScript() {
  const t = useTexts('plans');
  return (
    <div className="site-unscripted">
      <p className="site-form-errors">
        {t('no_script')} <a href={ALL_PAGE_ROUTES.subscribe_error}>{t('card_help')}</a>
      </p>
    </div>
  );
}
