// An ads host that has an ad for one episode.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const SOUND = readFileSync('server/samples/media/why-rooms-sing.mp3');
const OPEN = { 'access-control-allow-origin': '*' };

/** `adFor(id)` chooses the episode. */
export async function startAds() {
  let chosen = null;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://ads');
    if (pathname === '/ad.mp3') {
      response.writeHead(200, { ...OPEN, 'content-type': 'audio/mpeg' }).end(SOUND);
      return;
    }
    const isChosen = chosen !== null && searchParams.get('episode_id') === String(chosen);
    const audio = { http_url: `${url}/ad.mp3`, duration: 95, events: {} };
    const ads = isChosen ? [{ audio, events: {} }] : [];
    response
      .writeHead(200, { ...OPEN, 'content-type': 'application/json' })
      .end(JSON.stringify({ response: { ads } }));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  return {
    url,
    adFor(id) {
      chosen = id;
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
