import { EmbedDialog } from 'earshot/react';
import { useSite } from '../site-context.tsx';

/** The dialog that "Share / Embed" opens. Without JavaScript the page shows the embed code instead. */
export function ShareEmbed({ code }: { code: string }) {
  const { config, t } = useSite();
  return (
    <>
      <EmbedDialog productName={config.PRODUCT_NAME} widgetUrl={config.WIDGET_URL} />
      <noscript>
        <h2>{t('embed')}</h2>
        <p className="site-byline">{t('embed_hint')}</p>
        <textarea className="site-code" readOnly rows={5} value={code} aria-label={t('embed')} />
      </noscript>
    </>
  );
}
