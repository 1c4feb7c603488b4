import { LinkBelow } from '../../action.tsx';
import { useSite, useTexts } from '../../site-context.tsx';

export function Page() {
  const { t: site } = useSite();
  const t = useTexts('settings');
  return (
    <div className="site-narrow">
      <h1>{t('deleted_title')}</h1>
      <p>{t('deleted_text')}</p>
      <LinkBelow href="/">{site('back_home')}</LinkBelow>
    </div>
  );
}
