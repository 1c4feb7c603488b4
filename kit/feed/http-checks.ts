import { type Check, failed, passed, skipped, verdictOf } from '../check.ts';
import { complaintAbout, decoded, isOnThisNetwork, textOf, typeOf } from '../http.ts';
import type { FeedFacts } from './collect-feed.ts';
import { childrenOf } from './read-xml.ts';

const RFC = 'https://www.rfc-editor.org/rfc/rfc9110.html';
const RSS = 'https://www.rssboard.org/rss-specification';
const XML = 'https://www.w3.org/TR/xml/';
const FEED_TYPES = ['application/rss+xml', 'application/xml', 'text/xml'];
const WORTH_COMPRESSING_BYTES = 2_000;

/** The way in which the feed is sent. */
export const FEED_HTTP_CHECKS: readonly Check<FeedFacts>[] = [
  {
    id: 'feed/fetched',
    level: 'must',
    says: 'The feed can be fetched without signing in.',
    fix: 'Answer 200 with the feed.',
    source: `${RFC}#section-15.3.1`,
    look: ({ answer }) =>
      verdictOf(
        complaintAbout(answer) || (answer.isCut ? 'The feed has more than 30 MB, too many.' : ''),
      ),
  },
  {
    id: 'feed/discovery',
    level: 'should',
    says: 'The pages of shows and episodes name the feed.',
    fix: 'Write <link rel="alternate" type="application/rss+xml" href="…"> in the head of each page.',
    source: 'https://www.rssboard.org/rss-autodiscovery',
    look: ({ page }) =>
      page
        ? verdictOf(page.link ? '' : `${page.url} names no feed.`)
        : skipped('No page of the show is known.'),
  },
  {
    id: 'feed/content-type',
    level: 'should',
    says: 'The feed has a type of feeds.',
    fix: 'Send "Content-Type: application/rss+xml; charset=utf-8".',
    source: 'https://www.rssboard.org/rss-mime-type-application.txt',
    look: ({ answer }) =>
      verdictOf(FEED_TYPES.includes(typeOf(answer)) ? '' : `Content-Type is "${typeOf(answer)}".`),
  },
  {
    id: 'feed/utf-8',
    level: 'must',
    says: 'The feed is UTF-8, and says nothing else.',
    fix: 'Write the feed as UTF-8, with the same charset in Content-Type and in its first line.',
    source: 'https://github.com/Podcast-Standards-Project/PSP-1-Podcast-RSS-Specification',
    look: ({ answer }) => {
      const bytes = decoded(answer);
      const named = [
        /charset="?([\w-]+)/i.exec(answer.headers['content-type'] ?? '')?.[1],
        /^[^<]{0,3}<\?xml[^>]*encoding=["']([\w-]+)/i.exec(bytes.toString('latin1', 0, 200))?.[1],
      ];
      const other = named.find((name) => name !== undefined && !/^(utf-8|us-ascii)$/i.test(name));
      if (other) return failed(`The feed says that it is ${other}.`);
      try {
        new TextDecoder('utf-8', { fatal: true }).decode(bytes);
        return passed;
      } catch {
        return failed('There are bytes that are not UTF-8.');
      }
    },
  },
  {
    id: 'feed/xml',
    level: 'must',
    says: 'The feed is well-formed XML.',
    fix: 'Write the feed with an XML library, which escapes "&" and "<" and closes every element.',
    source: `${XML}#sec-well-formed`,
    look: ({ xml: { problem }, answer }) =>
      verdictOf(
        problem && /^\s*<(!doctype html|html)/i.test(textOf(answer))
          ? 'It is a web page instead of a feed.'
          : problem,
      ),
  },
  {
    id: 'feed/rss',
    level: 'must',
    says: 'The feed is RSS 2.0 with one channel.',
    fix: 'Begin with <rss version="2.0"> and put everything into one <channel>.',
    source: `${RSS}#whatIsRss`,
    look: ({ xml: { root } }) => {
      if (root?.name !== 'rss') return failed(`The first element is <${root?.name ?? ''}>.`);
      if (root.attributes.version !== '2.0')
        return failed(`The version is "${root.attributes.version ?? ''}".`);
      const channels = childrenOf(root, 'channel').length;
      return verdictOf(channels === 1 ? '' : `There are ${channels} channels.`);
    },
  },
  {
    id: 'feed/head',
    level: 'should',
    says: 'HEAD is answered with the headers of GET.',
    fix: 'Answer HEAD with 200 and the Content-Type of GET. Directories ask with it.',
    source: `${RFC}#section-9.3.2`,
    look: ({ head, answer }) =>
      verdictOf(
        complaintAbout(head) ||
          (typeOf(head) === typeOf(answer) ? '' : `HEAD has the type "${typeOf(head)}".`),
      ),
  },
  {
    id: 'feed/not-modified',
    level: 'should',
    says: 'An unchanged feed is not sent again.',
    fix: 'Send ETag or Last-Modified with the feed, and answer 304 if it has not changed. Apps ask every few minutes.',
    source: `${RFC}#section-13.1`,
    look: ({ ifNoneMatch, ifModifiedSince }) => {
      if (!ifNoneMatch && !ifModifiedSince)
        return failed('The feed has neither ETag nor Last-Modified.');
      const answers = [ifNoneMatch, ifModifiedSince].filter((answer) => answer !== null);
      return verdictOf(answers.map((answer) => complaintAbout(answer, 304)).find(Boolean) ?? '');
    },
  },
  {
    id: 'feed/compressed',
    level: 'should',
    says: 'The feed is compressed for programs that ask for it.',
    fix: 'Send the feed with gzip or brotli if Accept-Encoding allows it.',
    source: `${RFC}#section-12.5.3`,
    look: ({ compressed, answer }) => {
      if (answer.body.length < WORTH_COMPRESSING_BYTES) return skipped('The feed is small.');
      const unanswered = complaintAbout(compressed);
      if (unanswered) return failed(unanswered);
      const { 'content-encoding': encoding } = compressed.headers;
      if (!encoding) return failed('There is no Content-Encoding.');
      return verdictOf(
        decoded(compressed).length > compressed.body.length
          ? ''
          : `The body cannot be decompressed as ${encoding}.`,
      );
    },
  },
  {
    id: 'feed/https',
    level: 'must',
    says: 'The feed is served by HTTPS.',
    fix: 'Serve the feed by HTTPS, and redirect the old address permanently.',
    source: 'https://podcasters.apple.com/support/823-podcast-requirements',
    look: ({ answer, url }) => {
      if (isOnThisNetwork(url)) return skipped('The host is on this network.');
      return verdictOf(answer.url.startsWith('https:') ? '' : `${answer.url} is not HTTPS.`);
    },
  },
];
