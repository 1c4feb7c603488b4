// A Fastify server whose routes only send fixed bytes. It reads the routes as JSON from standard input, each as
// {method, path, headers, body} with the body in base64, and prints its port.
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';

const require = createRequire(new URL('../../server/package.json', import.meta.url));
const app = require('fastify')();
for (const { method = 'GET', path, headers, body } of JSON.parse(await text(process.stdin))) {
  const bytes = Buffer.from(body, 'base64');
  app.route({
    method,
    url: path,
    handler: (_request, reply) => reply.headers(headers).send(bytes),
  });
}
await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${app.server.address().port}\n`);
