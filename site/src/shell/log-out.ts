import { ALL_SITE_ROUTES } from 'earshot-site/contract';
import { forgetDrafts } from '../forms/drafts.ts';
import { pauseLines } from '../push/push-lines.ts';
import { postForm } from '../session/post-form.ts';
import type { SiteClient } from '../site-client.ts';

/** Ends the session. Playback continues, because the page is not reloaded. @throws ApiError */
export async function logOut({ session, go }: SiteClient): Promise<void> {
  const resumeLines = pauseLines();
  try {
    await postForm(ALL_SITE_ROUTES.logout);
    session.end();
  } finally {
    resumeLines();
  }
  forgetDrafts();
  go('/');
}
