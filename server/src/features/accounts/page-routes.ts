import type { Feature } from '../../feature.ts';
import { archivePage } from './archive-page.ts';
import { loginCodePage } from './login-code-page.ts';
import { setUpPlainPages } from './plain-pages.ts';
import { resetPage } from './reset-page.ts';
import { secondFactorPage } from './second-factor-page.ts';
import { setupPage } from './setup-page.ts';
import { signInLinkPage } from './sign-in-link-page.ts';
import { unsubscribePage } from './unsubscribe-page.ts';
import { verifyPage } from './verify-page.ts';

/** The pages that links of mails open, and the page that creates the first administrator. */
export const accountPageRoutes: Feature = async (app, deps) => {
  const pages = setUpPlainPages(app, deps.config);
  app.setErrorHandler(pages.errorHandler);
  const all = [
    verifyPage,
    resetPage,
    setupPage,
    archivePage,
    unsubscribePage,
    signInLinkPage,
    loginCodePage,
    secondFactorPage,
  ];
  for (const page of all) {
    await app.register(page, { ...deps, pages });
  }
};
