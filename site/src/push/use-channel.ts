import { createScope } from 'earshot/internal';
import { useEffect, useRef } from 'react';
import { useUser } from '../session/use-user.ts';
import { useSite } from '../site-context.tsx';

type Handlers = Readonly<Record<string, (data: never) => void>>;

/**
 * Hears the events of a channel while the component is shown to a signed-in user. The names of the events are those of the
 * first call. Without push nothing is heard, so that a page shows what it was loaded with.
 */
export function useChannel(channel: string | null, on: Handlers): void {
  const { client, config } = useSite();
  const userId = useUser()?.user_id ?? null;
  const latest = useRef(on);
  latest.current = on;

  useEffect(() => {
    if (!client || userId === null || channel === null || !config.PUSH.enabled) return;
    const scope = createScope();
    const names = Object.keys(latest.current);
    const handlers = names.map((name) => [name, (data: never) => latest.current[name]?.(data)]);
    const options = { push: config.PUSH, session: client.session, scope, channel };
    import('./hear-channel.ts').then(
      ({ hearChannel }) => hearChannel({ ...options, on: Object.fromEntries(handlers) }),
      () => {}, // the page stays as it is
    );
    return scope.dispose;
  }, [client, config, channel, userId]);
}
