import type { HeadTag } from 'earshot/internal';

export const meta = (
  kind: 'name' | 'property',
  name: string,
  content: string | number,
): HeadTag => ({
  tag: 'meta',
  attributes: { [kind]: name, content: String(content) },
});

export const link = (attributes: Record<string, string>): HeadTag => ({ tag: 'link', attributes });

/** Data for search engines (https://schema.org). Fields that are undefined are left out. */
export const structuredData = (type: string, fields: object): HeadTag => ({
  tag: 'script',
  attributes: { type: 'application/ld+json' },
  json: { '@context': 'https://schema.org', '@type': type, ...fields },
});
