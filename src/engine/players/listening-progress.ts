import { deviceStorage } from '../../lib/device-storage.ts';
import { createProgress, type Progress } from './progress.ts';

let shared: Progress | null = null;

/** The listener's progress in each episode on this device. The players of the origin write it. */
export function listeningProgress(): Progress {
  shared ??= createProgress(deviceStorage);
  return shared;
}
