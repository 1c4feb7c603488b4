import { createScope } from '../../lib/scope.ts';
import type { SoundFeed } from './sound-feed.ts';

/**
 * Plays a file once all of it has arrived: a browser can seek in memory even if the file's server supports no ranges.
 */
export const feed: SoundFeed = (audio, url, { begun, refused, failed }) => {
  const scope = createScope();

  async function fetchWhole(): Promise<void> {
    const response = await fetch(url, { signal: scope.signal }).catch(() => null);
    if (scope.disposed) return;
    if (!response?.ok) {
      refused?.();
      return;
    }
    begun?.();
    const file = await response.blob().catch(() => null);
    if (scope.disposed) return;
    if (!file) {
      failed('network');
      return;
    }
    const address = URL.createObjectURL(file);
    scope.add(() => URL.revokeObjectURL(address));
    audio.src = address;
  }

  void fetchWhole();
  return scope.dispose;
};
