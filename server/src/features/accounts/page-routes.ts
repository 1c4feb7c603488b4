import type { Feature } from '../../feature.ts';
import { protectPages, writePolicy } from '../../platform/http/security-headers.ts';
import { archivePage } from './archive-page.ts';
import { pagePolicy } from './page.ts';
import { resetPage } from './reset-page.ts';
import { setupPage } from './setup-page.ts';
import { verifyPage } from './verify-page.ts';

/** The pages that links of mails open, and the page that creates the first administrator. */
export const accountPageRoutes: Feature = async (app, deps) => {
  protectPages(app, {
    'Content-Security-Policy': writePolicy(pagePolicy(deps.config.widgetUrl)),
    'X-Frame-Options': 'DENY',
    // The address holds a secret. `no-referrer` would make browsers hide the origin of the form as well.
    'Referrer-Policy': 'same-origin',
  });
  await app.register(verifyPage, deps);
  await app.register(resetPage, deps);
  await app.register(setupPage, deps);
  await app.register(archivePage, deps);
};
