import type { SiteClient } from '../site-client.ts';
import { takeWish } from './wish.ts';

/** Does what a visitor wanted, as soon as he is signed in, and shows the page with it. */
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
