import type { Mark, NewComment } from 'earshot-site/contract';

/** The wish of a visitor before the login: to like, to follow or to comment. */
export type Wish = Mark | ({ kind: 'comment' } & NewComment);

/** A wish is never part of an address: otherwise a link could make others like or write something. */
export const WISH_KEY = 'earshot.wish';

export function keepWish(wish: Wish): void {
  try {
    sessionStorage.setItem(WISH_KEY, JSON.stringify(wish));
  } catch {
    // After the login the listener presses again.
  }
}

/** The stored wish; null if there is none. */
export function peekWish(): Wish | null {
  try {
    return JSON.parse(sessionStorage.getItem(WISH_KEY) ?? 'null') as Wish | null;
  } catch {
    return null;
  }
}
