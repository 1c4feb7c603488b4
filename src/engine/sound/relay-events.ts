import type { SoundEvents } from './sound.ts';

/** Passes each event on to the current listener. */
export function relayEvents(listener: () => SoundEvents | null | undefined): SoundEvents {
  return {
    ready: () => listener()?.ready(),
    started: () => listener()?.started(),
    stalled: () => listener()?.stalled(),
    blocked: () => listener()?.blocked(),
    paused: () => listener()?.paused(),
    seeked: () => listener()?.seeked(),
    ended: () => listener()?.ended(),
    failed: (kind) => listener()?.failed(kind),
  };
}
