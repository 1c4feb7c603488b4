import { type EmbedSourceItem, scriptSnippet, widgetSettings } from 'earshot/embed';
import { chosenOptions, initialChoice } from 'earshot/internal';
import { EmbedDialog } from 'earshot/react';
import { useSite } from '../site-context.tsx';

/** The dialog that "Share / Embed" opens. Without JavaScript the page shows the embed code instead. */
export function ShareEmbed({ item }: { item: EmbedSourceItem }) {
  const { config, t } = useSite();
  const settings = widgetSettings(item, config.PRODUCT_NAME);
  const code = scriptSnippet({
    options: chosenOptions(initialChoice(settings), settings),
    title: item.title,
    link_url: settings.widget_link_url,
    widgetUrl: config.WIDGET_URL,
    productName: config.PRODUCT_NAME,
  });
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
