import { AUTOPLAY_TEST_TIMEOUT_MS } from '../../contract/limits.ts';
import { createScope } from '../../lib/scope.ts';
import { silence } from './silence.ts';

/**
 * True if this page may start sound now, without a gesture. The test plays silence. A browser that does not answer within
 * `timeoutMs` counts as a refusal: a busy machine may need longer than the default.
 */
export async function canAutoplay(timeoutMs = AUTOPLAY_TEST_TIMEOUT_MS): Promise<boolean> {
  if (typeof Audio !== 'function') return false;
  const audio = new Audio(silence().url);
  const scope = createScope();
  const timeout = new Promise<boolean>((resolve) => {
    scope.timeout(() => resolve(false), timeoutMs);
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
