// A server that only writes the body of each request into the file in its first argument.
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import { pipeline } from 'node:stream/promises';

const server = createServer(async (request, response) => {
  await pipeline(request, createWriteStream(process.argv[2]));
  response.end();
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
