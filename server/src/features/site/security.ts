import type { Config } from '../../config.ts';
import { ASSETS } from '../../platform/http/paths.ts';
import { anyHost, type Policy, scriptHash } from '../../platform/http/security-headers.ts';
import { socketOrigin } from '../push/push.ts';

/** The content security policy of the site's pages. */
export function sitePolicy(
  config: Pick<Config, 'siteUrl' | 'widgetUrl' | 'pusher'>,
  inlineScript: string,
): Policy {
  const { siteUrl, widgetUrl } = config;
  const assets = widgetUrl + ASSETS;
  const hosts = anyHost(siteUrl);
  return {
    'default-src': ["'none'"],
    'script-src': [scriptHash(inlineScript), assets],
    // Components carry `style` attributes, which no hash covers. Style elements come from our files alone.
    'style-src-elem': [assets],
    'style-src-attr': ["'unsafe-inline'"],
    'style-src': [assets, "'unsafe-inline'"], // for browsers that do not know the two above
    'font-src': [assets],
    'img-src': ["'self'", 'data:', 'blob:', ...hosts],
    // HLS plays from `blob:`, and the test for autoplay from `data:`.
    'media-src': ["'self'", 'data:', 'blob:', ...hosts],
    // Older versions of Safari do not count sockets of the own host as 'self'.
    'connect-src': ["'self'", 'blob:', ...hosts, socketOrigin(config)],
    'worker-src': ["'self'", 'blob:'], // the service worker, and that of the HLS library
    'frame-src': ["'self'", new URL(widgetUrl).origin],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
    'base-uri': ["'none'"],
    // HTML and scripts enter a page through this policy alone (src/lib/trusted.ts).
    'require-trusted-types-for': ["'script'"],
    // The editor of notes parses pasted HTML in a document that runs and loads nothing.
    'trusted-types': ['earshot', 'ProseMirrorClipboard'],
    'object-src': ["'none'"],
  };
}
