import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { createAddressReader, type ProxySettings } from '../http/client-address.ts';
import { refuseSocket } from '../http/refuse-socket.ts';
import { limitedAddress } from '../limits/limited-address.ts';
import type { SocketServer } from './socket-server.ts';

const SOCKET_PATH = /^\/app\/[^/?]+\/?(\?|$)/;

export interface UpgradeOptions extends ProxySettings {
  sockets: SocketServer;
}

/** Hands requests for `/app/{key}` to the push server, and ends its connections before the server closes. */
export function takeUpgrades(app: FastifyInstance, { sockets, trustProxy }: UpgradeOptions): void {
  const addressOf = createAddressReader({ trustProxy });
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const isSocket = request.headers.upgrade?.toLowerCase() === 'websocket';
    if (isSocket && SOCKET_PATH.test(request.url ?? '')) {
      sockets.accept(request, socket, head, limitedAddress(addressOf(request)));
    } else answerPlainly(app, request, socket);
  });
  app.addHook('preClose', (done) => {
    sockets.close();
    done();
  });
}

/**
 * A server may ignore a request for another protocol (RFC 9110, 7.8), such as curl's for HTTP/2. Node no longer reads
 * the connection, so that a body would never arrive.
 */
function answerPlainly(app: FastifyInstance, request: IncomingMessage, socket: Duplex): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    refuseSocket(socket, 'INVALID_REQUEST');
    return;
  }
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(request.socket);
  response.on('finish', () => socket.end());
  app.routing(request, response);
}
