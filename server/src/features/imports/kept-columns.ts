import { Type } from 'typebox';
import { readColumns, type Sent, textOf } from '../../platform/archives/archived-fields.ts';
import { Nullable } from '../../platform/http/schemas.ts';
import { EPISODE_FEED_LINKS, toFeedColumns } from '../../platform/podcasting/feed-input.ts';
import { NAMESPACE_ATTRIBUTES, NAMESPACES } from '../../platform/podcasting/namespaces.ts';
import { readRss } from '../../platform/podcasting/read-rss.ts';
import { BrokenXml } from '../../platform/xml/read-xml.ts';
import type { XmlElement } from '../../platform/xml/xml-element.ts';
import { preserveElements } from './preserve-elements.ts';

const KEPT = {
  ...EPISODE_FEED_LINKS,
  image_source_url: Nullable(Type.String({ maxLength: 8_000, pattern: '^https?://[^\\s<>"]+$' })),
  claimed_type: Type.String({ maxLength: 500 }),
  claimed_size: Type.Integer({ minimum: 0, maximum: 2 ** 50 }),
  claimed_duration: Type.Number({ minimum: 0, maximum: 2 ** 31 - 1 }),
};

/**
 * The columns of an archived show or episode that an earlier import has written at the old host. The feed of an archive
 * has addresses and elements of the old host in their place.
 */
export function readKept(json: unknown) {
  const sent = Object(json) as Sent;
  return {
    ...readColumns(KEPT, sent, toFeedColumns),
    extra_xml: readExtra(textOf(sent.extra_xml)),
    // Otherwise the feed has the words in their first form.
    ...(sent.original === null ? { original: null } : {}),
  };
}

/** Safe XML without live items, because an archive has the episodes themselves. */
function readExtra(xml: string): string {
  try {
    const { channel } = readRss(`<rss${NAMESPACE_ATTRIBUTES}><channel>${xml}</channel></rss>`);
    return preserveElements(channel.filter((element) => !isLiveItem(element))).extra_xml;
  } catch (error) {
    if (error instanceof BrokenXml) return '';
    throw error;
  }
}

const isLiveItem = ({ namespace, name }: XmlElement) =>
  namespace === NAMESPACES.podcast && name.toLowerCase() === 'liveitem';
