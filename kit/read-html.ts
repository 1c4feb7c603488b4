import { Parser } from 'htmlparser2';

export interface HtmlTag {
  name: string;
  attributes: Readonly<Record<string, string>>;
}

/** The opening tags of a page, in order. */
export function readTags(html: string): HtmlTag[] {
  const tags: HtmlTag[] = [];
  const parser = new Parser({ onopentag: (name, attributes) => tags.push({ name, attributes }) });
  parser.end(html);
  return tags;
}

/** The address of the first `<link>` of a type, relative to the page. Null if there is none. */
export function findLink(tags: readonly HtmlTag[], type: RegExp, base: string): string | null {
  const link = tags.find(
    ({ name, attributes }) =>
      name === 'link' &&
      /\balternate\b/i.test(attributes.rel ?? '') &&
      type.test(attributes.type ?? ''),
  );
  const href = link?.attributes.href;
  return href && URL.canParse(href, base) ? new URL(href, base).href : null;
}

export const framesOf = (html: string): HtmlTag[] =>
  readTags(html).filter(({ name }) => name === 'iframe');
