import type { FlashDeps } from './follow-flash.ts';

const REFRESH_MS = 300_000; // FLASH_REFRESH_MS; most visits end earlier, and need only this number

/** Fetches the code of the host's messages: at once if the page has one, else at the time of the next check. */
export function loadFlash(deps: FlashDeps): void {
  const load = () =>
    void import('./follow-flash.ts').then(
      ({ followFlash }) => followFlash(deps),
      () => {}, // the page works without it, and its form closes the message
    );
  if (document.querySelector('.site-flash')) load();
  else setTimeout(load, REFRESH_MS);
}
