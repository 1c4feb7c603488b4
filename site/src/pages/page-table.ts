/** The pages of the site, one line each. The name of a page is that of its route in the contract. */
export { episodePage } from './episode/episode-page.ts';
export { failedPage } from './failed/failed-page.ts';
export { landingPage } from './landing/landing-page.ts';
export { notFoundPage } from './not-found/not-found-page.ts';
export { showPage } from './show/show-page.ts';
export { userPage } from './user/user-page.ts';
