import { type Answer, type Http, ORIGIN, textOf } from '../http.ts';
import { framesOf, type HtmlTag } from '../read-html.ts';

export const NARROW_PX = 320;
export const LOW_PX = 120;

export interface OembedFacts {
  /** The address that the page names for its oEmbed answer, and the page. */
  link: string;
  page: string | null;
  answer: Answer;
  /** Null if the answer is no JSON object. */
  fields: OembedFields | null;
  frames: readonly HtmlTag[];
  bounded: Answer;
  boundedFields: OembedFields | null;
  xml: Answer;
  unknownFormat: Answer;
  /** For an address below the host that no page has, and one of another host. */
  unknownPage: Answer;
  otherSite: Answer;
  thumbnail: Answer | null;
}

export type OembedFields = Readonly<Record<string, unknown>>;

/** Asks an oEmbed endpoint in the ways that consumers do. `link` is the address that a page names. */
export async function collectOembed(
  http: Http,
  link: string,
  page: string | null,
): Promise<OembedFacts> {
  const ask = (changes: Record<string, string>) =>
    http.ask(withQuery(link, changes), { headers: { Origin: ORIGIN } });
  const answer = await ask({});
  const fields = readFields(answer);
  const asked = new URL(link).searchParams.get('url') ?? page ?? link;
  const nowhere = new URL('/no-such-page/conformance-6b1f', asked).href;
  const [bounded, xml, unknownFormat, unknownPage, otherSite, thumbnail] = await Promise.all([
    ask({ maxwidth: String(NARROW_PX), maxheight: String(LOW_PX) }),
    ask({ format: 'xml' }),
    ask({ format: 'yaml' }),
    ask({ url: nowhere }),
    ask({ url: 'https://example.com/another-site' }),
    typeof fields?.thumbnail_url === 'string' && /^https?:\/\//.test(fields.thumbnail_url)
      ? http.ask(fields.thumbnail_url, { maxBytes: 100_000 })
      : null,
  ]);
  return {
    ...{ link, page, answer, fields, bounded, xml, unknownFormat, unknownPage, otherSite },
    thumbnail,
    frames: framesOf(typeof fields?.html === 'string' ? fields.html : ''),
    boundedFields: readFields(bounded),
  };
}

function withQuery(link: string, changes: Record<string, string>): string {
  const url = new URL(link);
  for (const [name, value] of Object.entries(changes)) url.searchParams.set(name, value);
  return url.href;
}

function readFields(answer: Answer): OembedFields | null {
  try {
    const read: unknown = JSON.parse(textOf(answer));
    return typeof read === 'object' && read !== null ? (read as OembedFields) : null;
  } catch {
    return null;
  }
}
