/// <reference path="./hls-light.d.ts" />
import { AUDIO_SETUP_TIMEOUT_MS } from '../../contract/limits.ts';
import { createScope } from '../../lib/scope.ts';
import type { SoundFailure } from './sound.ts';

/**
 * Plays an HLS stream in an element whose browser does not; hls.js comes only with the first such stream. Returns a
 * function that lets go of it.
 */
export function attachHls(
  audio: HTMLAudioElement,
  url: string,
  onFailed: (kind: SoundFailure) => void,
): () => void {
  const scope = createScope();
  const cancelTimeout = scope.timeout(() => onFailed('setup'), AUDIO_SETUP_TIMEOUT_MS);

  import('hls.js/light').then(
    ({ default: Hls }) => {
      cancelTimeout();
      if (scope.disposed) return;
      if (!Hls.isSupported()) {
        onFailed('unsupported');
        return;
      }
      const hls = new Hls();
      scope.add(() => hls.destroy());
      hls.on(Hls.Events.ERROR, (_, { fatal, type }) => {
        if (fatal) onFailed(type === Hls.ErrorTypes.NETWORK_ERROR ? 'network' : 'failed');
      });
      hls.loadSource(url);
      hls.attachMedia(audio);
    },
    () => {
      cancelTimeout();
      if (!scope.disposed) onFailed('network');
    },
  );
  return scope.dispose;
}
