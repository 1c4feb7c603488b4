import { peekWish, WISH_KEY, type Wish } from './wish-before-login.ts';

/** The wish, once. The first script of a page does without this. */
export function takeWish(): Wish | null {
  const wish = peekWish();
  try {
    sessionStorage.removeItem(WISH_KEY);
  } catch {
    return null;
  }
  return wish;
}
