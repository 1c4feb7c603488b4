import { ApiError } from 'earshot';
import { writeComment } from '../comments/write-comment.ts';
import { writeDraft } from '../forms/drafts.ts';
import type { SiteClient } from '../site-client.ts';
import type { Wish } from './wish.ts';

/** Does what a visitor wanted. If the server refuses, the page says why, and the words of a comment stay in its form. */
export async function grantWish(wish: Wish, client: SiteClient): Promise<void> {
  if (wish.kind !== 'comment') {
    // A static import would let Rollup see this `show` alone, and drop every call of it.
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
