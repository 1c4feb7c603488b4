import { ApiError } from 'earshot';
import { writeComment } from '../comments/write-comment.ts';
import { writeDraft } from '../forms/drafts.ts';
import { takeWish } from '../session/take-wish.ts';
import type { Wish } from '../session/wish-before-login.ts';
import type { SiteClient } from '../site-client.ts';

/** Carries out the visitor's wish once, and shows the page with it. */
export async function grantWish(client: SiteClient): Promise<void> {
  const wish = takeWish();
  if (!wish) return;
  await grant(wish, client);
  await client.refreshNext();
}

/** If the server refuses, the page gives the reason, and the text of a comment stays in its form. */
async function grant(wish: Wish, client: SiteClient): Promise<void> {
  if (wish.kind !== 'comment') {
    // With a static import, Rollup would see only this `show`, and drop every call of it.
    const { setMark } = await import('./set-mark.ts');
    return setMark(wish, true, { client, show: () => {} });
  }
  const { kind: _, ...comment } = wish;
  writeDraft(`comment.${wish.id}`, null);
  try {
    await writeComment(client, comment);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    writeDraft(`comment.${wish.id}`, { text: wish.text });
    client.notify(error.messages.join(', '), { level: 'error' });
  }
}
