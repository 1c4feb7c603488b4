import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isChannel, isListenersChannel } from '../../src/features/push/push.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import {
  createPostgresBroker,
  hearPostgresEvents,
} from '../../src/platform/push/postgres-broker.ts';
import { createPush } from '../../src/platform/push/push.ts';
import { readPushApp } from '../../src/platform/push/push-app.ts';
import { createSocketServer } from '../../src/platform/push/socket-server.ts';
import { FAST_COUNTS } from './fast-counts.ts';

// Serves push on a free port, which it sends to its parent, until it is killed.
const { database, listen } = await openDatabase({
  databaseUrl: process.argv[2] ?? '',
  dataDir: '',
});
const { publish } = createPush(createPostgresBroker(database));
const sockets = createSocketServer({
  app: await readPushApp(database),
  isChannel,
  isCounted: isListenersChannel,
  publish,
  countTimes: FAST_COUNTS,
});
await hearPostgresEvents(listen, { onEvent: sockets.deliver }).begun;
const server = createServer();
server.on('upgrade', (request, socket, head) => sockets.accept(request, socket, head, '192.0.2.1'));
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
