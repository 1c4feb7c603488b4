import { deviceStorage } from '../../lib/device-storage.ts';
import { createProgress, type Progress } from './progress.ts';

let shared: Progress | null = null;

/** How far this device's listener has come in each episode. The players of the origin write it. */
export function listeningProgress(): Progress {
  shared ??= createProgress(deviceStorage);
  return shared;
}
