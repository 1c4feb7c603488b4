import { ApiError } from 'earshot';
import { formatTime } from 'earshot/react';
import { writeComment } from '../comments/write-comment.ts';
import { writeDraft } from '../forms/drafts.ts';
import { takeWish } from '../session/take-wish.ts';
import type { Wish } from '../session/wish-before-login.ts';
import type { SiteClient } from '../site-client.ts';

/** The reason comes beside a new page, so it stays longer than other notices. */
const READING_MS = 30_000;

/** Carries out the visitor's wish once, and shows the page with it. */
export async function grantWish(client: SiteClient): Promise<void> {
  const wish = takeWish();
  if (!wish) return;
  if (wish.kind === 'comment') return grantComment(wish, client);
  // With a static import, Rollup would see only this `show`, and drop every call of it.
  const { setMark } = await import('./set-mark.ts');
  await setMark(wish, true, { client, show: () => {} });
  await client.refreshNext();
}

/** If the server refuses, a notice gives the reason, and the text is in its form again. */
async function grantComment(
  { kind: _, ...comment }: Extract<Wish, { kind: 'comment' }>,
  client: SiteClient,
): Promise<void> {
  const { id, text, at } = comment;
  writeDraft(`comment.${id}`, null);
  try {
    await writeComment(client, comment);
    await client.refreshNext();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    writeDraft(`comment.${id}`, { text, ...(at !== null && { at: formatTime(at) }) });
    client.notify(error.messages.join(', '), { level: 'error', autoCloseMs: READING_MS });
    // The form may be there already, or may still arrive. It reads a draft only once.
    const { pathname, search } = location;
    client.go(`${new URLSearchParams(search).get('redirect') ?? pathname + search}#comments`);
  }
}
