import type { EmbedSourceItem } from './source-item.ts';

/**
 * The item in an event's detail, which any script on the page may have sent. Null if the detail contains no show or
 * episode. An optional field with a wrong value gets its default.
 */
export function readSourceItem(detail: unknown): EmbedSourceItem | null {
  try {
    return read({ ...(detail as Fields) });
  } catch {
    return null; // a getter that throws
  }
}

type Fields = Readonly<Partial<Record<keyof EmbedSourceItem, unknown>>>;

function read(fields: Fields): EmbedSourceItem | null {
  const { resource, show_id, episode_id = null, title, url, author_id, show_title } = fields;
  const source = readResource(resource, episode_id);
  if (!source || !isId(show_id) || !isText(title) || !isAddress(url, PAGE)) return null;
  return {
    ...source,
    show_id,
    title,
    url,
    cover_image_url: readPicture(fields.cover_image_url),
    original_image_url: readPicture(fields.original_image_url),
    image_url: readPicture(fields.image_url),
    author_id: isId(author_id) ? author_id : 0,
    show_title: isText(show_title) ? show_title : '',
    duration: isSeconds(fields.duration) ? fields.duration : null,
    share_enabled: fields.share_enabled === true,
    ...(isAddress(fields.api_url, PAGE) ? { api_url: fields.api_url } : {}),
    ...readPart(fields.part),
  };
}

function readResource(resource: unknown, episode_id: unknown) {
  if (resource === 'episode' && isId(episode_id)) return { resource, episode_id } as const;
  if (resource === 'show' && episode_id === null) return { resource, episode_id } as const;
  return null;
}

const PAGE = /^https?:$/;
const PICTURE = /^(https?|data):$/;

const isText = (value: unknown): value is string => typeof value === 'string';
const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
const isSeconds = (value: unknown): value is number => Number.isFinite(value) && Number(value) >= 0;

const isAddress = (value: unknown, protocol: RegExp): value is string =>
  isText(value) && URL.canParse(value) && protocol.test(new URL(value).protocol);

const readPicture = (value: unknown): string | null => (isAddress(value, PICTURE) ? value : null);

function readPart(value: unknown): Pick<EmbedSourceItem, 'part'> {
  const { start, end = null, quote } = Object(value) as Partial<Record<string, unknown>>;
  const isPart = isSeconds(start) && (end === null || (isSeconds(end) && end > start));
  return isPart ? { part: { start, end, ...(isText(quote) && { quote }) } } : {};
}
