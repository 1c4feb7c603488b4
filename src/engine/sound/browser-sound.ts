import { browserNetwork } from './browser-network.ts';
import { createHtmlAudioSound } from './html-audio-sound.ts';
import { type RecoveryPorts, withRecovery } from './recovering-sound.ts';
import type { CreateSound } from './sound.ts';

/** The sound of a browser, which survives lost connections. */
export function browserSound(ports: Pick<RecoveryPorts, 'renew'>): CreateSound {
  return withRecovery(createHtmlAudioSound, { network: browserNetwork, ...ports });
}
