import { chosenOptions, initialChoice } from 'earshot/bar';
import { type EmbedSourceItem, scriptSnippet, widgetSettings } from 'earshot/embed';
import type { SiteConfig } from 'earshot-site/contract';

/** The code of a player of a show or episode. For servers: browsers make it in the dialog, loaded late. */
export function embedCode(
  item: EmbedSourceItem,
  { PRODUCT_NAME, WIDGET_URL }: Pick<SiteConfig, 'PRODUCT_NAME' | 'WIDGET_URL'>,
): string {
  const settings = widgetSettings(item, PRODUCT_NAME);
  return scriptSnippet({
    options: chosenOptions(initialChoice(settings), settings),
    title: item.title,
    link_url: settings.widget_link_url,
    widgetUrl: WIDGET_URL,
    productName: PRODUCT_NAME,
    holdsPlace: true,
  });
}
