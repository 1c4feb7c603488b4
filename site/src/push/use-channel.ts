import { createScope } from 'earshot/internal';
import { useEffect, useRef } from 'react';
import { useUser } from '../account/use-user.ts';
import { useSite } from '../site-context.tsx';
import type { Hearing } from './hear-channel.ts';

/**
 * Receives the events of a channel while the component is shown to a signed-in user. The names of the events are
 * those of the first call.
 */
export function useChannel(
  channel: string | null,
  on: Hearing['on'],
  onMissed?: Hearing['onMissed'],
): void {
  const { client, config } = useSite();
  const userId = useUser()?.user_id ?? null;
  const latest = useRef({ on, onMissed });
  latest.current = { on, onMissed };

  useEffect(() => {
    if (!client || userId === null || channel === null || !config.PUSH.enabled) return;
    const scope = createScope();
    const names = Object.keys(latest.current.on);
    const handlers = names.map((name) => [name, (data: never) => latest.current.on[name]?.(data)]);
    const options = {
      push: config.PUSH,
      session: client.session,
      scope,
      channel,
      on: Object.fromEntries(handlers),
      onMissed: (isFirst: boolean) => latest.current.onMissed?.(isFirst),
    };
    import('./hear-channel.ts').then(
      ({ hearChannel }) => hearChannel(options),
      () => {}, // the page does not change
    );
    return scope.dispose;
  }, [client, config, channel, userId]);
}
