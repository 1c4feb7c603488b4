import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Change, ProxiedAnswer, ProxiedRequest } from './faulty-proxy.ts';

/** One thing that is wrong with a host, and the check that must find it. */
export interface Fault {
  name: string;
  /** The id of the check. */
  breaks: string;
  change: Change;
}

type On = (request: ProxiedRequest) => boolean;
type Edit = (answer: ProxiedAnswer, request: ProxiedRequest) => void;

const at =
  (on: On) =>
  (edit: Edit): Change =>
  (answer, request) => {
    if (on(request)) edit(answer, request);
  };

const isAudio: On = ({ url }) => url.startsWith('/media/downloads/');
const isFirstAudio: On = ({ url }) => url.startsWith('/media/downloads/1.');
const isRange =
  (pattern: RegExp): On =>
  (request) =>
    isAudio(request) &&
    pattern.test(request.headers.range ?? '') &&
    request.headers['if-range'] === undefined;
const asksIfRange =
  (pattern: RegExp): On =>
  (request) =>
    isAudio(request) && pattern.test(String(request.headers['if-range'] ?? ''));
const isPlain: On = (request) => isAudio(request) && request.headers.range === undefined;

const status =
  (code: number): Edit =>
  (answer) => {
    answer.status = code;
  };
const header =
  (name: string, value: string | undefined): Edit =>
  (answer) => {
    answer.headers[name] = value;
  };
const all =
  (...edits: Edit[]): Edit =>
  (answer, request) => {
    for (const edit of edits) edit(answer, request);
  };

/** The ranges that the kit asks for, as patterns. */
const FIRST_BYTE = /^bytes=0-0$/;
const START = /^bytes=0-1023$/;
const MIDDLE = /^bytes=[1-9]\d*-[1-9]\d*$/;
const OPEN = /^bytes=[1-9]\d*-$/;
const SUFFIX = /^bytes=-1024$/;
const LONG_SUFFIX = /^bytes=-(?!1024$)\d+$/;
const UNIT = /^seconds=/;
const SEVERAL = /,/;

/** How far the requested range is from the end of the file, by the answer's own Content-Range. */
const rangeOf = ({ headers }: ProxiedAnswer) =>
  /^bytes (\d+)-(\d+)\/(\d+)$/.exec(String(headers['content-range']))?.slice(1).map(Number) ?? [];
const ofEnd =
  (edit: Edit): Edit =>
  (answer, request) => {
    const [first = 0, last = 0, total = 0] = rangeOf(answer);
    const asked = Number(/-(\d+)$/.exec(request.headers.range ?? '')?.[1]);
    if (last === total - 1 && first < last && asked === last) edit(answer, request);
  };
const ofMiddle =
  (edit: Edit): Edit =>
  (answer, request) => {
    const [, last = 0, total = 0] = rangeOf(answer);
    if (last < total - 1) edit(answer, request);
  };

export const RANGE_FAULTS: readonly Fault[] = [
  {
    name: 'the host knows no ranges',
    breaks: 'ranges/served',
    change: at((request) => isAudio(request) && 'range' in request.headers)((answer) => {
      answer.status = 200;
      delete answer.headers['content-range'];
    }),
  },
  {
    name: 'ranges are answered with 200',
    breaks: 'ranges/start',
    change: at(isRange(START))(all(status(200), header('content-range', undefined))),
  },
  {
    name: 'one byte too many is sent',
    breaks: 'ranges/first-byte',
    change: at(isRange(FIRST_BYTE))((answer) => {
      answer.body = Buffer.concat([answer.body, answer.body]);
    }),
  },
  {
    name: 'Content-Range names another length',
    breaks: 'ranges/start',
    change: at(isRange(START))((answer) => {
      const [first, last, total = 0] = rangeOf(answer);
      answer.headers['content-range'] = `bytes ${first}-${last}/${total + 1}`;
    }),
  },
  {
    name: 'Content-Range is missing',
    breaks: 'ranges/middle',
    change: at(isRange(MIDDLE))(ofMiddle(header('content-range', undefined))),
  },
  {
    name: 'one byte of a piece is another',
    breaks: 'ranges/middle',
    change: at(isRange(MIDDLE))(
      ofMiddle(({ body }) => {
        body[100] = (body[100] ?? 0) ^ 1;
      }),
    ),
  },
  {
    name: 'the last byte of the last piece is missing',
    breaks: 'ranges/end',
    change: at(isRange(MIDDLE))(
      ofEnd((answer) => {
        answer.body = answer.body.subarray(0, -1);
      }),
    ),
  },
  {
    name: 'a suffix is read as a range from the start',
    breaks: 'ranges/suffix',
    change: at(isRange(SUFFIX))((answer) => {
      const [, , total] = rangeOf(answer);
      answer.headers['content-range'] = `bytes 0-1023/${total}`;
    }),
  },
  {
    name: 'a suffix has other bytes',
    breaks: 'ranges/suffix',
    change: at(isRange(SUFFIX))(({ body }) => {
      body.reverse();
    }),
  },
  {
    name: 'an open range is of another version',
    breaks: 'ranges/same-bytes',
    change: at(isRange(OPEN))(({ body }) => {
      body.reverse();
    }),
  },
  {
    name: 'an open range is not understood',
    breaks: 'ranges/open',
    change: at(isRange(OPEN))((answer) => {
      if (answer.status === 206) answer.status = 400;
    }),
  },
  {
    name: 'the last byte is out of reach',
    breaks: 'ranges/last-byte',
    change: at(isRange(/^bytes=(\d+)-\1$/))((answer, { headers }) => {
      if (headers.range !== 'bytes=0-0') answer.status = 416;
    }),
  },
  {
    name: 'a range behind the end is refused',
    breaks: 'ranges/clipped',
    change: at(isRange(MIDDLE))((answer, { headers }) => {
      const [, last = 0] = rangeOf(answer);
      if (Number(headers.range?.split('-')[1]) > last) answer.status = 416;
    }),
  },
  {
    name: 'a long suffix is refused',
    breaks: 'ranges/long-suffix',
    change: at(isRange(LONG_SUFFIX))(status(416)),
  },
  {
    name: 'a range behind the end is the whole file',
    breaks: 'ranges/beyond-the-end',
    change: at(isRange(OPEN))((answer) => {
      if (answer.status === 416) answer.status = 200;
    }),
  },
  {
    name: '416 does not name the length',
    breaks: 'ranges/length-in-416',
    change: at(isRange(OPEN))((answer) => {
      if (answer.status === 416) delete answer.headers['content-range'];
    }),
  },
  {
    name: 'an unknown unit is refused',
    breaks: 'ranges/unknown-unit',
    change: at(isRange(UNIT))(status(416)),
  },
  {
    name: 'several ranges get a part without a name',
    breaks: 'ranges/several',
    change: at(isRange(SEVERAL))(
      all(status(206), header('content-type', 'audio/mpeg'), header('content-range', undefined)),
    ),
  },
  {
    name: 'If-Range with the right ETag is not understood',
    breaks: 'ranges/if-range-etag',
    change: at(asksIfRange(/^"(?!another)/))(status(200)),
  },
  {
    name: 'If-Range with the right date is not understood',
    breaks: 'ranges/if-range-date',
    change: at(asksIfRange(/GMT$/))(status(200)),
  },
  {
    name: 'If-Range is ignored',
    breaks: 'ranges/if-range-other',
    change: at(asksIfRange(/another/))((answer) => {
      answer.status = 206;
      answer.headers['content-range'] = `bytes 0-1023/${answer.body.length}`;
      answer.body = answer.body.subarray(0, 1024);
    }),
  },
  {
    name: 'the file has neither ETag nor date',
    breaks: 'ranges/validator',
    change: at(isAudio)(all(header('etag', undefined), header('last-modified', undefined))),
  },
  {
    name: 'If-None-Match is ignored',
    breaks: 'ranges/not-modified-etag',
    change: at((request) => isPlain(request) && 'if-none-match' in request.headers)(status(200)),
  },
  {
    name: 'If-Modified-Since is ignored',
    breaks: 'ranges/not-modified-date',
    change: at((request) => isPlain(request) && 'if-modified-since' in request.headers)(
      status(200),
    ),
  },
  {
    name: 'the file is sent in pieces only',
    breaks: 'ranges/whole-file',
    change: at((request) => isPlain(request) && request.method === 'GET')(status(403)),
  },
  {
    name: 'the file has no Content-Length',
    breaks: 'ranges/content-length',
    change: at(isPlain)(header('content-length', undefined)),
  },
  {
    name: 'ranges are not announced',
    breaks: 'ranges/accept-ranges',
    change: at(isAudio)(header('accept-ranges', undefined)),
  },
  {
    name: 'HEAD is not allowed',
    breaks: 'ranges/head',
    change: at((request) => isAudio(request) && request.method === 'HEAD')(status(405)),
  },
  {
    name: 'HEAD has another length',
    breaks: 'ranges/head',
    change: at((request) => isAudio(request) && request.method === 'HEAD')(
      header('content-length', '0'),
    ),
  },
  {
    name: 'audio has the type of a download',
    breaks: 'ranges/content-type',
    change: at(isAudio)(header('content-type', 'application/octet-stream')),
  },
  {
    name: 'MP3 is sent as MP4',
    breaks: 'ranges/content-type',
    change: at(isAudio)(header('content-type', 'audio/mp4')),
  },
  {
    name: 'a sign-in page is sent instead of audio',
    breaks: 'ranges/content-type',
    change: at(isPlain)((answer) => {
      answer.body = Buffer.from('<!doctype html><title>Sign in</title>');
    }),
  },
  {
    name: 'a piece has another type',
    breaks: 'ranges/same-type',
    change: at(isRange(MIDDLE))(header('content-type', 'application/octet-stream')),
  },
  {
    name: 'a piece has another ETag',
    breaks: 'ranges/same-validator',
    change: at(isRange(MIDDLE))(header('etag', '"of-this-machine"')),
  },
  {
    name: 'audio is compressed again',
    breaks: 'ranges/no-encoding',
    change: at(isPlain)(header('content-encoding', 'gzip')),
  },
  {
    name: 'other pages may not read the audio',
    breaks: 'ranges/cors',
    change: at(isAudio)(header('access-control-allow-origin', undefined)),
  },
  {
    name: 'the audio is behind six redirects',
    breaks: 'ranges/redirects',
    change: at(isAudio)((answer, { url }) => {
      const hop = Number(/hop=(\d)/.exec(url)?.[1] ?? 0);
      if (hop >= 6) return;
      answer.status = 302;
      answer.headers.location = `${url.split('?')[0]}?hop=${hop + 1}`;
    }),
  },
];

const isFeed: On = ({ url }) => url.startsWith('/show/1/episodes/feed');
const plainly: Edit = (answer) => {
  const { 'content-encoding': encoding, ...headers } = answer.headers;
  if (encoding === 'br') answer.body = brotliDecompressSync(answer.body);
  if (encoding === 'gzip') answer.body = gunzipSync(answer.body);
  answer.headers = headers;
};

/** Changes the text of the uncompressed feed. The pattern must be there. */
const rewrite =
  (find: RegExp, put: string): Edit =>
  (answer, { method }) => {
    if (answer.status !== 200 || answer.headers['content-encoding'] || method === 'HEAD') return;
    const text = answer.body.toString();
    if (!find.test(text)) throw new Error(`The feed has no ${find}.`);
    find.lastIndex = 0;
    answer.body = Buffer.from(text.replace(find, put));
  };

const inFeed = (name: string, breaks: string, find: RegExp, put: string): Fault => ({
  name,
  breaks: `feed/${breaks}`,
  change: at(isFeed)(rewrite(find, put)),
});

/** In a feed, `$` ends no line: these patterns find the first item's element, or that of the channel before it. */
const element = (name: string) => new RegExp(`<${name}[^>]*>[\\s\\S]*?</${name}>`);
const inItem = (name: string) => new RegExp(`(<item>[\\s\\S]*?)<${name}[^>]*>[\\s\\S]*?</${name}>`);

export const FEED_FAULTS: readonly Fault[] = [
  { name: 'the feed is an error', breaks: 'feed/fetched', change: at(isFeed)(status(500)) },
  {
    name: 'the feed is sent as a web page',
    breaks: 'feed/content-type',
    change: at(isFeed)(header('content-type', 'text/html; charset=utf-8')),
  },
  {
    name: 'the feed is sent as Latin-1',
    breaks: 'feed/utf-8',
    change: at(isFeed)(header('content-type', 'application/rss+xml; charset=iso-8859-1')),
  },
  {
    name: 'the feed has bytes that are not UTF-8',
    breaks: 'feed/utf-8',
    change: at(isFeed)((answer) => {
      if (answer.status === 200 && !answer.headers['content-encoding'])
        answer.body = Buffer.concat([answer.body, Buffer.from([0x0a, 0xe9])]);
    }),
  },
  inFeed('an ampersand is not escaped', 'xml', /<title>/, '<title>Salt & '),
  inFeed('an element is not closed', 'xml', /<\/channel>/, ''),
  inFeed('a control character is in a title', 'xml', /<title>/, '<title>\u0001'),
  inFeed('the feed is RSS 0.91', 'rss', /version="2\.0"/, 'version="0.91"'),
  {
    name: 'HEAD of the feed is not allowed',
    breaks: 'feed/head',
    change: at((request) => isFeed(request) && request.method === 'HEAD')(status(405)),
  },
  {
    name: 'the feed is always sent whole',
    breaks: 'feed/not-modified',
    change: at(isFeed)((answer) => {
      if (answer.status === 304) answer.status = 200;
    }),
  },
  {
    name: 'the feed is never compressed',
    breaks: 'feed/compressed',
    change: at(isFeed)(plainly),
  },
  {
    name: 'the page of an episode names no feed',
    breaks: 'feed/discovery',
    change: at(({ url }) => url.startsWith('/user/'))((answer) => {
      answer.body = Buffer.from(
        answer.body.toString().replace('application/rss+xml', 'text/plain'),
      );
    }),
  },
  inFeed(
    'the podcast namespace is another',
    'psp-1/namespaces',
    /https:\/\/podcastindex\.org\/namespace\/1\.0/,
    'https://podcastindex.org/namespace/2.0',
  ),
  inFeed(
    'the namespace of Apple is of another letter case',
    'psp-1/namespaces',
    /podcast-1\.0\.dtd/,
    'Podcast-1.0.DTD',
  ),
  inFeed('the feed does not name itself', 'psp-1/self', /rel="self"/, 'rel="alternate"'),
  inFeed(
    'the feed names another address',
    'self-address',
    /(<atom:link[^>]*href=")[^"]*/,
    '$1https://old.example/feed',
  ),
  inFeed('the show has no title', 'psp-1/title', element('title'), ''),
  inFeed('the show has two titles', 'psp-1/title', /<channel>/, '<channel><title>Old</title>'),
  inFeed(
    'the description is empty',
    'psp-1/description',
    element('description'),
    '<description></description>',
  ),
  inFeed(
    'the description is too long',
    'psp-1/description',
    /<description>/,
    `<description>${'long '.repeat(900)}`,
  ),
  inFeed('the link is a path', 'psp-1/link', element('link'), '<link>/show</link>'),
  inFeed(
    'the language is a word',
    'psp-1/language',
    element('language'),
    '<language>English</language>',
  ),
  inFeed(
    'the category is made up',
    'psp-1/category',
    /<itunes:category text="[^"]*"/,
    '<itunes:category text="Sound"',
  ),
  inFeed(
    'explicit is an old value',
    'psp-1/explicit',
    element('itunes:explicit'),
    '<itunes:explicit>clean</itunes:explicit>',
  ),
  inFeed('the show has no cover', 'psp-1/image', /<itunes:image[^>]*\/>/, ''),
  {
    name: 'the cover is small',
    breaks: 'feed/psp-1/image-file',
    change: at(({ url }) => url.startsWith('/media/images/'))((answer) => {
      const png = Buffer.alloc(24);
      png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
      png.writeUInt32BE(300, 16);
      png.writeUInt32BE(300, 20);
      answer.body = png;
      answer.headers['content-type'] = 'image/png';
    }),
  },
  {
    name: 'HEAD does not find the cover',
    breaks: 'feed/psp-1/image-file',
    change: at(({ url, method }) => url.startsWith('/media/images/') && method === 'HEAD')(
      status(404),
    ),
  },
  inFeed('the lock is "true"', 'psp-1/locked', /(<podcast:locked[^>]*>)yes/, '$1true'),
  inFeed('the identifier is a number', 'psp-1/guid', /(<podcast:guid>)[^<]*/, '$117'),
  inFeed('the author is missing', 'psp-1/author', element('itunes:author'), ''),
  inFeed('an episode has no title', 'psp-1/item-title', inItem('title'), '$1'),
  inFeed(
    'an enclosure has no length',
    'psp-1/item-enclosure',
    /(<enclosure[^>]*) length="\d+"/,
    '$1',
  ),
  inFeed('an episode has no enclosure', 'psp-1/item-enclosure', /<enclosure[^>]*\/>/, ''),
  inFeed('an episode has no guid', 'psp-1/item-guid', inItem('guid'), '$1'),
  inFeed(
    'a guid claims to be an address',
    'psp-1/item-guid',
    inItem('guid'),
    '$1<guid>no-address</guid>',
  ),
  inFeed(
    'two episodes have one guid',
    'unique-guids',
    /<guid[^>]*>[^<]*<\/guid>/g,
    '<guid isPermaLink="false">the-same</guid>',
  ),
  inFeed(
    'a date is in the form of ISO',
    'psp-1/item-date',
    inItem('pubDate'),
    '$1<pubDate>2026-10-08T05:30:00Z</pubDate>',
  ),
  inFeed('an episode has no description', 'psp-1/item-description', inItem('description'), '$1'),
  inFeed('an episode has no page', 'psp-1/item-link', inItem('link'), '$1'),
  inFeed(
    'a duration is in words',
    'psp-1/item-duration',
    inItem('itunes:duration'),
    '$1<itunes:duration>3 minutes</itunes:duration>',
  ),
  inFeed(
    'an episode says "no" to explicit',
    'psp-1/item-explicit',
    inItem('itunes:explicit'),
    '$1<itunes:explicit>no</itunes:explicit>',
  ),
  inFeed(
    'an episode has an unknown kind',
    'apple-values',
    inItem('itunes:episodeType'),
    '$1<itunes:episodeType>teaser</itunes:episodeType>',
  ),
  inFeed('the date of the show is in words', 'dates', /<pubDate>[^<]*/, '<pubDate>yesterday'),
  inFeed('the image of RSS has no link', 'rss-image', /(<image>[\s\S]*?)<link>[^<]*<\/link>/, '$1'),
  inFeed(
    'a category is there twice',
    'psp-1/category',
    /(<itunes:category text="[^"]*"\s*\/>)/,
    '$1$1',
  ),
  inFeed(
    'the type of the feed is another',
    'psp-1/self',
    /(rel="self" type=")[^"]*/,
    '$1text/html',
  ),
  inFeed(
    'there are two languages',
    'one-of-each',
    /<language>/,
    '<language>it</language><language>',
  ),
  inFeed(
    'a transcript has no type',
    'podcasting-2.0/transcript',
    /(<podcast:transcript[^>]*) type="[^"]*"/,
    '$1',
  ),
  inFeed(
    'chapters have no address',
    'podcasting-2.0/chapters',
    /(<podcast:chapters[^>]*) url="[^"]*"/,
    '$1',
  ),
  inFeed(
    'a link for support has no address',
    'podcasting-2.0/funding',
    /(<podcast:funding[^>]*) url="[^"]*"/,
    '$1',
  ),
  inFeed(
    'a soundbite has no start',
    'podcasting-2.0/soundbite',
    /(<podcast:soundbite[^>]*) startTime="[^"]*"/,
    '$1',
  ),
  inFeed('a person has no name', 'podcasting-2.0/person', /(<podcast:person[^>]*>)[^<]*/, '$1'),
  inFeed('a place has no geo form', 'podcasting-2.0/location', /geo="geo:/, 'geo="'),
  inFeed(
    'a trailer has no date',
    'podcasting-2.0/trailer',
    /(<podcast:trailer[^>]*) pubdate="[^"]*"/,
    '$1',
  ),
  inFeed('the medium is unknown', 'podcasting-2.0/medium', /(<podcast:medium>)[^<]*/, '$1radio'),
  inFeed(
    'a show in the podroll has no identifier',
    'podcasting-2.0/remote-item',
    /(<podcast:remoteItem[^>]*) feedGuid="[^"]*"/,
    '$1',
  ),
  inFeed('a season is a word', 'podcasting-2.0/season', /(<podcast:season[^>]*>)[^<]*/, '$1one'),
  inFeed(
    'the length of an enclosure is another',
    'enclosure-length',
    /(<enclosure[^>]*) length="\d+"/,
    '$1 length="1"',
  ),
  inFeed(
    'the type of an enclosure is another',
    'enclosure-type',
    /(<enclosure[^>]*) type="[^"]*"/,
    '$1 type="audio/ogg"',
  ),
  {
    name: 'the audio of an episode is gone',
    breaks: 'feed/enclosure-fetched',
    change: at(isFirstAudio)(status(404)),
  },
  {
    name: 'a transcript is a web page',
    breaks: 'feed/transcript-files',
    change: at(({ url }) => /transcript\.vtt/.test(url))((answer) => {
      answer.body = Buffer.from('<!doctype html><title>Sign in</title>');
    }),
  },
  {
    name: 'a transcript is sent as a download',
    breaks: 'feed/transcript-type',
    change: at(({ url }) => /transcript\.vtt/.test(url))(
      header('content-type', 'application/octet-stream'),
    ),
  },
  {
    name: 'other pages may not read a transcript',
    breaks: 'feed/transcript-cors',
    change: at(({ url }) => /transcript\./.test(url))(
      header('access-control-allow-origin', undefined),
    ),
  },
  {
    name: 'chapters are not in order',
    breaks: 'feed/chapter-files',
    change: at(({ url }) => /chapters/.test(url))((answer) => {
      const { version, chapters } = JSON.parse(answer.body.toString());
      answer.body = Buffer.from(JSON.stringify({ version, chapters: chapters.reverse() }));
    }),
  },
  {
    name: 'chapters have no version',
    breaks: 'feed/chapter-files',
    change: at(({ url }) => /chapters/.test(url))((answer) => {
      const { chapters } = JSON.parse(answer.body.toString());
      answer.body = Buffer.from(JSON.stringify({ chapters }));
    }),
  },
  {
    name: 'other pages may not read chapters',
    breaks: 'feed/chapter-cors',
    change: at(({ url }) => /chapters/.test(url))(header('access-control-allow-origin', undefined)),
  },
];

const isOembed: On = ({ url }) => url.startsWith('/oembed');
const asksFor = (name: string, pattern: RegExp): On => {
  return ({ url }) =>
    isOembed({ url, method: '', headers: {} }) &&
    pattern.test(new URL(url, 'http://x').searchParams.get(name) ?? '');
};
const isJson: On = (request) => isOembed(request) && !asksFor('format', /xml|yaml/)(request);

type Fields = Record<string, unknown>;
const fields =
  (edit: (fields: Fields) => void): Edit =>
  (answer) => {
    if (answer.status !== 200) return;
    const read: Fields = JSON.parse(answer.body.toString());
    edit(read);
    answer.body = Buffer.from(JSON.stringify(read));
  };
const without = (...names: string[]) =>
  fields((read) => {
    for (const name of names) delete read[name];
  });
const withField = (name: string, value: unknown) =>
  fields((read) => {
    read[name] = value;
  });
const inHtml = (find: RegExp, put: string) =>
  fields((read) => {
    read.html = String(read.html).replace(find, put);
  });
const ofOembed = (name: string, breaks: string, edit: Edit, on = isJson): Fault => ({
  name,
  breaks: `oembed/${breaks}`,
  change: at(on)(edit),
});

export const OEMBED_FAULTS: readonly Fault[] = [
  ofOembed('the answer is missing', 'fetched', status(404)),
  ofOembed('the answer is sent as text', 'content-type', header('content-type', 'text/html')),
  ofOembed('the version is a number', 'version', withField('version', 1)),
  ofOembed('the type is a link', 'type', withField('type', 'link')),
  ofOembed('the html is missing', 'html', without('html')),
  ofOembed('the width is in percent', 'size', withField('width', '100%')),
  ofOembed('the height is missing', 'size', without('height')),
  ofOembed('the title is missing', 'title', without('title')),
  ofOembed('the host has no name', 'provider', without('provider_name')),
  ofOembed('the thumbnail has no size', 'thumbnail', without('thumbnail_width')),
  ofOembed(
    'the player is a script',
    'html-iframe',
    withField('html', '<div></div><script src="https://x.example/p.js"></script>'),
  ),
  ofOembed('the iframe has a relative address', 'html-iframe', inHtml(/src="[^"]*"/, 'src="/p"')),
  ofOembed('the iframe has no title', 'html-title', inHtml(/ title="[^"]*"/, '')),
  ofOembed('the iframe may not play', 'html-autoplay', inHtml(/allow="[^"]*"/, '')),
  ofOembed('the iframe needs a script', 'html-no-script', inHtml(/$/, '<script></script>')),
  ofOembed('maxwidth is ignored', 'maxwidth', withField('width', 600)),
  ofOembed(
    'maxheight is ignored in the html',
    'maxheight',
    inHtml(/height="\d+px"/, 'height="200px"'),
  ),
  ofOembed('XML is an error', 'xml', status(500), asksFor('format', /xml/)),
  ofOembed(
    'XML is JSON',
    'xml',
    header('content-type', 'application/json'),
    asksFor('format', /xml/),
  ),
  ofOembed('unknown formats are JSON', 'unknown-format', status(200), asksFor('format', /yaml/)),
  ofOembed('every page has a player', 'unknown-page', status(200), asksFor('url', /no-such-page/)),
  ofOembed('other sites are an error', 'other-site', status(500), asksFor('url', /example\.com/)),
];
