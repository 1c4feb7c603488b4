import type { HeadTag } from 'earshot-site/contract';

export const meta = (
  kind: 'name' | 'property',
  name: string,
  content: string | number,
): HeadTag => ({
  tag: 'meta',
  attributes: { [kind]: name, content: String(content) },
});

export const link = (attributes: Record<string, string>): HeadTag => ({ tag: 'link', attributes });

/** Data for search engines (https://schema.org). Undefined fields are omitted. */
export const structuredData = (type: string, fields: object): HeadTag => ({
  tag: 'script',
  attributes: { type: 'application/ld+json' },
  json: { '@context': 'https://schema.org', '@type': type, ...fields },
});

/** For a page without playable content. */
export function plainHead(): HeadTag[] {
  return [meta('property', 'og:type', 'website'), meta('name', 'twitter:card', 'summary')];
}
