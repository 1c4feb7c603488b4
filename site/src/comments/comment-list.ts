import type { Message, User } from 'earshot/contract';
import type { SiteComments } from 'earshot-site/contract';

/** A comment in its displayed form. A comment that is being sent has a negative id. */
export interface ShownComment extends Omit<Message, 'user'> {
  user: Pick<User, 'user_id' | 'name' | 'site_url' | 'image_url'> | null;
}

export interface CommentList {
  /** Newest first. */
  readonly items: readonly ShownComment[];
  /** Cursor of the next page; null at the end. */
  readonly next: string | null;
}

type Page = Pick<SiteComments, 'items' | 'next'>;

/** Adds the next page. A comment that moved to it meanwhile does not appear twice. */
export function growComments(list: CommentList, page: Page): CommentList {
  const known = new Set(list.items.map(({ message_id }) => message_id));
  const added = page.items.filter(({ message_id }) => !known.has(message_id));
  return { items: [...list.items, ...added], next: page.next };
}

/** Applies newer data of the first page. Later items of the list stay. */
export function renewComments(list: CommentList, page: Page): CommentList {
  const last = page.items.at(-1);
  if (!last || page.next === null) return page;
  const older = list.items.filter(
    ({ message_id }) => message_id > 0 && message_id < last.message_id,
  );
  return { items: [...page.items, ...older], next: older.length > 0 ? list.next : page.next };
}

export const addComment = (list: CommentList, comment: ShownComment): CommentList => ({
  ...list,
  items: [comment, ...list.items.filter(({ message_id }) => message_id !== comment.message_id)],
});

export const removeComment = (list: CommentList, messageId: number): CommentList => ({
  ...list,
  items: list.items.filter(({ message_id }) => message_id !== messageId),
});
