import { createScope } from '../../lib/scope.ts';
import type { Network } from './recovering-sound.ts';

export const browserNetwork: Network = {
  isOnline: () => typeof navigator === 'undefined' || navigator.onLine !== false,
  onOnline(listener) {
    if (typeof window === 'undefined') return () => {};
    const scope = createScope();
    scope.listen(window, 'online', listener);
    return scope.dispose;
  },
};
