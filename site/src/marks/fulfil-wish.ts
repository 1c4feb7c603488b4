import { takeWish } from '../session/wish-before-login.ts';
import type { SiteClient } from '../site-client.ts';

/** Carries out the visitor's wish as soon as they are signed in, and shows the page with it. */
export function fulfilWishes(client: SiteClient): void {
  const fulfil = () => {
    const wish = client.session.user && takeWish();
    if (!wish) return;
    void import('./grant-wish.ts')
      .then(({ grantWish }) => grantWish(wish, client))
      .then(client.refreshNext);
  };
  client.session.subscribe(fulfil);
  fulfil(); // after a login without this script
}
