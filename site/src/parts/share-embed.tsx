import { useSite } from '../site-context.tsx';

/** Without JavaScript the page shows the embed code instead of the dialog of "Share / Embed". */
export function ShareEmbed({ code }: { code: string }) {
  const { t } = useSite();
  return (
    <noscript>
      <h2>{t('embed')}</h2>
      <p className="site-byline">{t('embed_hint')}</p>
      <textarea className="site-code" readOnly rows={5} value={code} aria-label={t('embed')} />
    </noscript>
  );
}
