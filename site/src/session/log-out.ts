import { OWN_SITE_ROUTES } from 'earshot/internal';
import { forgetDrafts } from '../forms/drafts.ts';
import type { SiteClient } from '../site-client.ts';
import { postForm } from './post-form.ts';

/** Ends the session. Sound goes on, because the page is not loaded anew. @throws ApiError */
export async function logOut({ session, go }: SiteClient): Promise<void> {
  await postForm(OWN_SITE_ROUTES.logout);
  session.end();
  forgetDrafts();
  go('/');
}
