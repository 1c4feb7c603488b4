import { buildPath } from 'earshot/contract';
import { createScope, OWN_SITE_ROUTES, type SiteConfig, trustedScript } from 'earshot/internal';

/**
 * Registers the service worker, which shows a page of its own if one cannot be reached. It waits until the page has loaded
 * and has nothing else to do. Its address names the language: another one replaces it.
 */
export function registerWorker({ API_CULTURE }: Pick<SiteConfig, 'API_CULTURE'>): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined; // missing over http
  if (!workers) return;
  const address = `${buildPath(OWN_SITE_ROUTES, 'worker')}?c=${API_CULTURE}`;
  const register = () => {
    workers.register(trustedScript(address)).catch(() => {}); // private windows refuse, and pages work without
  };
  // Safari does not know when it is idle.
  const whenIdle = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(register);
    else register();
  };
  if (document.readyState === 'complete') {
    whenIdle();
    return;
  }
  const scope = createScope();
  scope.listen(window, 'load', () => {
    scope.dispose();
    whenIdle();
  });
}
