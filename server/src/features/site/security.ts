import type { Config } from '../../config.ts';
import { ASSETS } from '../../platform/http/paths.ts';
import { anyHost, type Policy } from '../../platform/http/security-headers.ts';

/** The content security policy of the site's pages. They have no inline script. */
export function sitePolicy({ siteUrl, widgetUrl }: Pick<Config, 'siteUrl' | 'widgetUrl'>): Policy {
  const assets = widgetUrl + ASSETS;
  const hosts = anyHost(siteUrl);
  return {
    'default-src': ["'none'"],
    'script-src': [assets],
    // Components carry `style` attributes, which no hash covers.
    'style-src': [assets, "'unsafe-inline'"],
    'font-src': [assets],
    'img-src': ["'self'", 'data:', 'blob:', ...hosts],
    // HLS plays from `blob:`, and the test for autoplay from `data:`.
    'media-src': ["'self'", 'data:', 'blob:', ...hosts],
    'connect-src': ["'self'", 'blob:', ...hosts],
    'worker-src': ['blob:'], // of the HLS library
    'frame-src': ["'self'", new URL(widgetUrl).origin],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
  };
}
