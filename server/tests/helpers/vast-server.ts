import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface VastServer {
  /** `http://127.0.0.1:port` */
  url: string;
  /** The answer of each path. */
  answers: Map<string, string | ((reply: ServerResponse) => void)>;
  requests: { path: string; query: URLSearchParams; headers: IncomingMessage['headers'] }[];
  close(): Promise<void>;
}

/** An ad server that records its requests. */
export async function startVast(): Promise<VastServer> {
  const server = createServer((request, reply) => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://any');
    vast.requests.push({ path, query, headers: request.headers });
    const answer = vast.answers.get(path);
    if (answer === undefined) return reply.writeHead(404).end();
    if (typeof answer === 'function') return answer(reply);
    reply.writeHead(200, { 'content-type': 'application/xml' }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const vast: VastServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers: new Map(),
    requests: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return vast;
}

/** An answer with one linear audio ad. */
export const inline = (
  name: string,
  mediaFiles = audioFile('https://cdn.example/ad.mp3'),
) => `<?xml version="1.0"?>
  <VAST version="4.2" xmlns="http://www.iab.com/VAST"><Ad id="1"><InLine>
    <AdSystem>Test</AdSystem><AdTitle>Soap</AdTitle>
    <Error><![CDATA[https://count.example/${name}/error?code=[ERRORCODE]]]></Error>
    <Impression><![CDATA[https://count.example/${name}/impression?cb=[CACHEBUSTING]&x=[UNIVERSALADID]]]></Impression>
    <Creatives><Creative><Linear><Duration>00:00:20.500</Duration>
      <TrackingEvents>
        <Tracking event="start">https://count.example/${name}/start</Tracking>
        <Tracking event="complete"><![CDATA[ https://count.example/${name}/complete?a=[ASSETURI] ]]></Tracking>
        <Tracking event="unheardOf">https://count.example/${name}/unheard</Tracking>
      </TrackingEvents>
      <MediaFiles>${mediaFiles}</MediaFiles>
    </Linear></Creative></Creatives>
  </InLine></Ad></VAST>`;

export const audioFile = (url: string, type = 'audio/mpeg') =>
  `<MediaFile delivery="progressive" type="${type}"><![CDATA[${url}]]></MediaFile>`;

/** An answer that points to another one. */
export const wrapper = (name: string, target: string) => `<VAST version="3.0"><Ad><Wrapper>
    <VASTAdTagURI><![CDATA[${target}]]></VASTAdTagURI>
    <Error>https://count.example/${name}/error</Error>
    <Impression>https://count.example/${name}/impression</Impression>
    <Creatives><Creative><Linear><TrackingEvents>
      <Tracking event="start">https://count.example/${name}/start</Tracking>
    </TrackingEvents></Linear></Creative></Creatives>
  </Wrapper></Ad></VAST>`;
