import { type Check, failed, passed, skipped, type Verdict, verdictOf } from '../check.ts';
import { readXml } from '../feed/read-xml.ts';
import { complaintAbout, complaintAboutCors, isOnThisNetwork, textOf, typeOf } from '../http.ts';
import { framesOf } from '../read-html.ts';
import { LOW_PX, NARROW_PX, type OembedFacts, type OembedFields } from './collect-oembed.ts';

const SPEC = 'https://oembed.com';
const NOT_IMPLEMENTED = 501;

const NO_JSON = 'The answer is no JSON object.';
const ofFields =
  (complain: (fields: OembedFields, facts: OembedFacts) => string) =>
  (facts: OembedFacts): Verdict =>
    facts.fields ? verdictOf(complain(facts.fields, facts)) : failed(NO_JSON);

const show = (value: unknown) => JSON.stringify(value) ?? 'missing';
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isSize = (value: unknown) => typeof value === 'number' && value > 0;

const ANSWER: readonly Check<OembedFacts>[] = [
  {
    id: 'oembed/fetched',
    level: 'must',
    says: 'The answer can be fetched from the address that the page names.',
    fix: 'Answer 200 for every public episode and show.',
    source: `${SPEC}/#section4`,
    look: ({ answer }) => verdictOf(complaintAbout(answer)),
  },
  {
    id: 'oembed/content-type',
    level: 'must',
    says: 'The answer is JSON, and its type says so.',
    fix: 'Send "Content-Type: application/json".',
    source: `${SPEC}/#section2.3.4`,
    look: ({ answer, fields }) =>
      fields === null
        ? failed(NO_JSON)
        : verdictOf(
            /^application\/json(\+oembed)?$/.test(typeOf(answer))
              ? ''
              : `Content-Type is "${typeOf(answer)}".`,
          ),
  },
  {
    id: 'oembed/version',
    level: 'must',
    says: 'The version is "1.0".',
    fix: 'Write "version": "1.0", as a text.',
    source: `${SPEC}/#section2.3.4`,
    look: ofFields(({ version }) =>
      version === '1.0' ? '' : `The version is ${show(version)} instead of "1.0".`,
    ),
  },
  {
    id: 'oembed/type',
    level: 'must',
    says: 'The type is rich or video, so that the player is embedded.',
    fix: 'Write "type": "rich". A type "link" embeds nothing.',
    source: `${SPEC}/#section2.3.4`,
    look: ofFields(({ type }) =>
      type === 'rich' || type === 'video' ? '' : `The type is ${show(type)}.`,
    ),
  },
  {
    id: 'oembed/html',
    level: 'must',
    says: 'The answer has the HTML of the player.',
    fix: 'Write the player’s code as "html".',
    source: `${SPEC}/#section2.3.4.4`,
    look: ofFields(({ html }) => (isText(html) ? '' : `The html is ${show(html)}.`)),
  },
  {
    id: 'oembed/size',
    level: 'must',
    says: 'Width and height are numbers of pixels.',
    fix: 'Write width and height as positive numbers, also if the player is fluid.',
    source: `${SPEC}/#section2.3.4.4`,
    look: ofFields(({ width, height }) => {
      // "100%" and null are common for fluid players, but no number.
      const wrong = Object.entries({ width, height }).filter(([, value]) => !isSize(value));
      return wrong.map(([name, value]) => `The ${name} is ${show(value)}.`).join(' ');
    }),
  },
  {
    id: 'oembed/title',
    level: 'should',
    says: 'The answer has the title of the episode or show.',
    fix: 'Write "title".',
    source: `${SPEC}/#section2.3.4`,
    look: ofFields(({ title }) => (isText(title) ? '' : `The title is ${show(title)}.`)),
  },
  {
    id: 'oembed/provider',
    level: 'should',
    says: 'The answer names the host and its address.',
    fix: 'Write "provider_name" and "provider_url".',
    source: `${SPEC}/#section2.3.4`,
    look: ofFields(({ provider_name, provider_url }) =>
      isText(provider_name) && isText(provider_url) && URL.canParse(provider_url)
        ? ''
        : `provider_name is ${show(provider_name)}, provider_url is ${show(provider_url)}.`,
    ),
  },
  {
    id: 'oembed/thumbnail',
    level: 'must',
    says: 'A thumbnail has an address, a width and a height, and is a picture.',
    fix: 'Write all three of thumbnail_url, thumbnail_width and thumbnail_height, or no one of them.',
    source: `${SPEC}/#section2.3.4`,
    look: (facts) => {
      const { fields, thumbnail } = facts;
      const { thumbnail_url: url, thumbnail_width: width, thumbnail_height: height } = fields ?? {};
      const given = [url, width, height].filter((value) => value !== undefined);
      if (given.length === 0) return skipped('The answer has no thumbnail.');
      if (given.length < 3) return failed('Only a part of the three fields is there.');
      if (!isSize(width) || !isSize(height)) return failed('Its size is no number of pixels.');
      if (!thumbnail) return failed(`thumbnail_url is ${show(url)}, no address.`);
      return verdictOf(
        complaintAbout(thumbnail.isCut ? { ...thumbnail, problem: '' } : thumbnail) ||
          (typeOf(thumbnail).startsWith('image/')
            ? ''
            : `${thumbnail.url} is "${typeOf(thumbnail)}", no picture.`),
      );
    },
  },
];

const FRAME: readonly Check<OembedFacts>[] = [
  {
    id: 'oembed/html-iframe',
    level: 'must',
    says: 'The HTML is one iframe with a web address.',
    fix: 'Write one <iframe src="https://…">. Consumers such as WordPress remove scripts.',
    source: `${SPEC}/#section3`,
    look: ({ frames }) => {
      if (frames.length !== 1) return failed(`The html has ${frames.length} iframes.`);
      const { src = '' } = frames[0]?.attributes ?? {};
      if (!URL.canParse(src)) return failed(`Its src is "${src}", no address.`);
      return verdictOf(
        src.startsWith('https:') || isOnThisNetwork(src) ? '' : `${src} is not HTTPS.`,
      );
    },
  },
  {
    id: 'oembed/html-title',
    level: 'must',
    says: 'The iframe has a title.',
    fix: 'Write title="…" with the name of the episode. Screen readers announce a frame by it.',
    source: 'https://www.w3.org/WAI/WCAG22/Techniques/html/H64',
    look: ({ frames: [frame] }) =>
      frame
        ? verdictOf(frame.attributes.title?.trim() ? '' : 'The iframe has no title.')
        : skipped('The html has no iframe.'),
  },
  {
    id: 'oembed/html-autoplay',
    level: 'should',
    says: 'The iframe may play after a click in the page around it.',
    fix: 'Write allow="autoplay", so that the buttons of the page can start the player.',
    source: 'https://developer.chrome.com/blog/autoplay#iframe_delegation',
    look: ({ frames: [frame] }) =>
      frame
        ? verdictOf(
            /\bautoplay\b/.test(frame.attributes.allow ?? '')
              ? ''
              : `Its allow is "${frame.attributes.allow ?? ''}".`,
          )
        : skipped('The html has no iframe.'),
  },
  {
    id: 'oembed/html-no-script',
    level: 'should',
    says: 'The HTML needs no script.',
    fix: 'Leave <script> out of html. Most consumers remove it.',
    source: `${SPEC}/#section3`,
    look: ofFields(({ html }) => (/<script\b/i.test(String(html)) ? 'The html has a script.' : '')),
  },
];

const QUESTIONS: readonly Check<OembedFacts>[] = [
  {
    id: 'oembed/maxwidth',
    level: 'must',
    says: 'The player is not wider than maxwidth.',
    fix: 'Keep width, and the width in html, within maxwidth.',
    source: `${SPEC}/#section2.2`,
    look: ({ bounded, boundedFields }) =>
      verdictOf(complaintAbout(bounded) || complaintAboutBound(boundedFields, 'width', NARROW_PX)),
  },
  {
    id: 'oembed/maxheight',
    level: 'must',
    says: 'The player is not higher than maxheight.',
    fix: 'Keep height, and the height in html, within maxheight.',
    source: `${SPEC}/#section2.2`,
    look: ({ bounded, boundedFields }) =>
      verdictOf(complaintAbout(bounded) || complaintAboutBound(boundedFields, 'height', LOW_PX)),
  },
  {
    id: 'oembed/xml',
    level: 'must',
    says: 'format=xml is answered in XML, or with 501.',
    fix: 'Answer format=xml with text/xml, or with 501 if there is no XML.',
    source: `${SPEC}/#section2.2`,
    look: ({ xml }) => {
      if (xml.status === NOT_IMPLEMENTED) return passed;
      const unanswered = complaintAbout(xml);
      if (unanswered) return failed(unanswered);
      if (!/xml/.test(typeOf(xml))) return failed(`It is answered as "${typeOf(xml)}".`);
      const { problem, root } = readXml(textOf(xml));
      return verdictOf(
        problem || (root?.name === 'oembed' ? '' : `The first element is <${root?.name}>.`),
      );
    },
  },
  {
    id: 'oembed/unknown-format',
    level: 'should',
    says: 'A format that the host does not have is answered with 501.',
    fix: 'Answer 501 for other formats than json and xml.',
    source: `${SPEC}/#section2.3.5`,
    look: ({ unknownFormat }) => verdictOf(complaintAbout(unknownFormat, NOT_IMPLEMENTED)),
  },
  {
    id: 'oembed/unknown-page',
    level: 'must',
    says: 'An address that no page has is answered with 404.',
    fix: 'Answer 404, not 200 and not 500. Consumers then show a link.',
    source: `${SPEC}/#section2.3.5`,
    look: ({ unknownPage }) => verdictOf(complaintAbout(unknownPage, 404)),
  },
  {
    id: 'oembed/other-site',
    level: 'must',
    says: 'An address of another site is answered with 404.',
    fix: 'Answer 404 for other hosts, and do not fetch them.',
    source: `${SPEC}/#section2.3.5`,
    look: ({ otherSite }) => verdictOf(complaintAbout(otherSite, 404)),
  },
  {
    id: 'oembed/discovery',
    level: 'must',
    says: 'The page of an episode names its oEmbed address, for that page.',
    fix: 'Write <link rel="alternate" type="application/json+oembed" href="…?url=…"> in the head.',
    source: `${SPEC}/#section4`,
    look: ({ page, link }) => {
      if (page === null) return skipped('The oEmbed address was given, not found in a page.');
      return verdictOf(
        new URL(link).searchParams.get('url') ? '' : `${link} has no parameter "url".`,
      );
    },
  },
  {
    id: 'oembed/cors',
    level: 'may',
    says: 'Scripts of other pages may read the answer.',
    fix: 'Send "Access-Control-Allow-Origin: *".',
    source: 'https://fetch.spec.whatwg.org/#http-cors-protocol',
    look: ({ answer }) => verdictOf(complaintAboutCors(answer)),
  },
];

function complaintAboutBound(
  fields: OembedFields | null,
  name: 'width' | 'height',
  most: number,
): string {
  if (!fields) return NO_JSON;
  const value = fields[name];
  if (typeof value !== 'number' || value > most) return `The ${name} is ${show(value)}.`;
  const [frame] = framesOf(String(fields.html));
  const inHtml = /^\s*(\d+)(?:px)?\s*$/i.exec(frame?.attributes[name] ?? '')?.[1];
  return inHtml && Number(inHtml) > most ? `The ${name} in html is ${inHtml}.` : '';
}

export const OEMBED_CHECKS: readonly Check<OembedFacts>[] = [...ANSWER, ...FRAME, ...QUESTIONS];
