import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeMp3 } from './make-audio.ts';

export const EPISODES_PER_FEED = 3;

/** Another podcast host: a feed for each number, with its own audio. */
export async function startFeedHost() {
  const proofs = new Map<number, string>();
  const server: Server = createServer((request, answer) => {
    const [, kind, feed = 0, episode = 0] =
      /^\/(\w+)-(\d+)(?:-(\d+))?/.exec(request.url ?? '') ?? [];
    if (kind !== 'audio') {
      answer.end(writeFeed(origin, Number(feed), proofs.get(Number(feed)) ?? ''));
      return;
    }
    const seconds = 1 + ((Number(feed) * EPISODES_PER_FEED + Number(episode)) % 97);
    answer.setHeader('content-type', 'audio/mpeg');
    answer.end(makeMp3({ rate: 44_100, seconds }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;

  return {
    host: `127.0.0.1:${port}`,
    feedAddress: (feed: number) => `${origin}/feed-${feed}.xml`,
    episodeTitles: (feed: number) => numbers().map((episode) => episodeTitle(feed, episode)),
    /** Writes a text into a feed, like an author who proves ownership. */
    setProof: (feed: number, text: string) => proofs.set(feed, text),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const numbers = () => Array.from({ length: EPISODES_PER_FEED }, (_, index) => index + 1);

const episodeTitle = (feed: number, episode: number) => `Episode ${feed}.${episode}`;

const writeFeed = (origin: string, feed: number, proof: string) => `<?xml version="1.0"?>
<rss version="2.0"><channel>
<title>Imported ${feed}</title><description>${proof}</description><language>en</language>
${numbers()
  .map(
    (episode) => `<item><title>${episodeTitle(feed, episode)}</title>
<guid isPermaLink="false">guid-${feed}-${episode}</guid>
<enclosure url="${origin}/audio-${feed}-${episode}.mp3" type="audio/mpeg" length="1"/></item>`,
  )
  .join('\n')}
</channel></rss>`;
