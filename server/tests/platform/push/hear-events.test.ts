import { expect, it } from 'vitest';
import { hearEvents } from '../../../src/platform/push/hear-events.ts';

const pushApp = { key: 'key', secret: 'secret' };
const NOBODY_LISTENS = 'redis://127.0.0.1:1';

it('does not keep a server from its start that has lost Redis and the database', async () => {
  const ended: string[] = [];
  const config = { redisUrl: NOBODY_LISTENS };
  const listen = () => () => void ended.push('listening');
  const stop = await hearEvents({ config, pushApp, listen }, { onEvent() {} });
  stop();
  expect(ended).toEqual(['listening']);
});
