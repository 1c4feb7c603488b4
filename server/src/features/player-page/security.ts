import type { Config } from '../../config.ts';
import { ASSETS } from '../../platform/http/paths.ts';
import { anyHost, type Policy, scriptHash } from '../../platform/http/security-headers.ts';
import { socketOrigin } from '../push/push.ts';

/**
 * The content security policy of the player page. It names origins and never `'self'`, because a sandboxed frame has
 * an opaque origin. It has no `frame-ancestors`: even `*` would refuse pages of `file:` and of apps.
 */
export function playerPagePolicy(
  config: Pick<Config, 'siteUrl' | 'widgetUrl' | 'pusher'>,
  inlineScript: string,
): Policy {
  const { siteUrl, widgetUrl } = config;
  const assets = widgetUrl + ASSETS;
  const hosts = anyHost(siteUrl);
  return {
    'default-src': ["'none'"],
    'script-src': [scriptHash(inlineScript), assets],
    // The page has inline styles, and popups bring their own.
    'style-src': [assets, "'unsafe-inline'"],
    'font-src': [assets],
    'img-src': ['data:', 'blob:', ...hosts],
    'media-src': ['data:', 'blob:', ...hosts],
    'connect-src': ['blob:', ...hosts, socketOrigin(config)],
    'worker-src': ['blob:'],
    'frame-src': [new URL(widgetUrl).origin], // the share panel previews a player
    'form-action': ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
  };
}

/** The policy of the page around a player at another host. The frame may be of any host, because shows move again. */
export function movedPagePolicy(relayScript: string): Policy {
  return {
    'default-src': ["'none'"],
    'script-src': [scriptHash(relayScript)],
    'style-src': ["'unsafe-inline'"],
    'frame-src': ['https:', 'http:'],
    'form-action': ["'none'"],
    'base-uri': ["'none'"],
  };
}
