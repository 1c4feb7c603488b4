import { trustedScript } from 'earshot/internal';
import { ALL_SITE_ROUTES, type SiteConfig } from 'earshot-site/contract';

/**
 * Registers the service worker, which shows its own page instead of an unreachable one. It waits until the page has
 * loaded and is idle. The language is part of its address, so another language replaces it.
 */
export function registerWorker({ API_CULTURE }: Pick<SiteConfig, 'API_CULTURE'>): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined; // missing over http
  if (!workers) return;
  const address = `${ALL_SITE_ROUTES.worker}?c=${API_CULTURE}`;
  const register = () => {
    workers.register(trustedScript(address)).catch(() => {}); // private windows refuse, and pages work without
  };
  // Safari has no requestIdleCallback.
  const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(register);
  if (document.readyState === 'complete') whenIdle();
  else window.addEventListener('load', whenIdle, { once: true });
}
