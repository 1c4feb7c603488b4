import { peekWish } from '../session/wish-before-login.ts';
import type { SiteClient } from '../site-client.ts';

/** Carries out the visitor's wish as soon as they are signed in, and shows the page with it. */
export function fulfilWishes(client: SiteClient): void {
  const fulfil = () => {
    if (!client.session.user || !peekWish()) return;
    void import('./grant-wish.ts').then(({ grantWish }) => grantWish(client), client.reportOffline);
  };
  client.session.subscribe(fulfil);
  fulfil(); // after a login without this script
}
