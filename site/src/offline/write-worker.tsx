import { createTranslator, type LanguageMessages } from 'earshot/react';
import type { SiteConfig } from 'earshot-site/contract';
import type { SiteCatalogue } from '../i18n/texts.ts';
import { offlinePage } from './offline-page.tsx';
import script from './service-worker.ts?inline-script';

interface WorkerParts {
  config: Pick<SiteConfig, 'PRODUCT_NAME' | 'API_CULTURE' | 'AJAX_VERSION'>;
  messages: LanguageMessages & SiteCatalogue;
  /** Path prefixes that the worker ignores. */
  skipped: readonly string[];
}

/** The text of the service worker. It contains the page, so it needs no cache. */
export function writeWorker({ config, messages, skipped }: WorkerParts): string {
  const t = createTranslator(messages.offline, config.API_CULTURE);
  const productName = config.PRODUCT_NAME;
  const page = offlinePage({
    language: messages.player.language,
    productName,
    title: t('offline_title'),
    text: t('offline_text', { product: productName }),
    retry: messages.site.retry,
  });
  // The version is only for the browser, which replaces a worker if its bytes differ.
  return (
    `const VERSION=${JSON.stringify(config.AJAX_VERSION)};` +
    `const OFFLINE_PAGE=${JSON.stringify(page)};` +
    `const SKIPPED=${JSON.stringify(skipped)};\n${script}\n`
  );
}
