import { AUTOPLAY_TEST_TIMEOUT_MS } from '../../contract/limits.ts';
import { createScope } from '../../lib/scope.ts';
import { silence } from './silence.ts';

/**
 * True if this page may start sound now, without a gesture. The test plays silence for 100 ms at most. A browser that
 * does not answer in time counts as a refusal.
 */
export async function canAutoplay(): Promise<boolean> {
  if (typeof Audio !== 'function') return false;
  const audio = new Audio(silence().url);
  const scope = createScope();
  const timeout = new Promise<boolean>((resolve) => {
    scope.timeout(() => resolve(false), AUTOPLAY_TEST_TIMEOUT_MS);
  });
  const played = audio.play().then(
    () => true,
    () => false,
  );
  const isAllowed = await Promise.race([played, timeout]);
  scope.dispose();
  audio.pause();
  audio.removeAttribute('src');
  return isAllowed;
}
