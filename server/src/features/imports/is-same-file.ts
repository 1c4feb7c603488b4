import type { Fetched, Fetcher } from '../../platform/http/fetch-source.ts';
import type { MediaStore } from '../../platform/storage/media-store.ts';
import { fileOf } from './changed-guids.ts';
import type { FeedItem } from './feed.ts';

/** The stored audio of an episode whose feed now names another address or length. */
export interface StoredAudio {
  sha256: string;
  file_size: number;
  etag: string | null;
  enclosure_url: string;
  claimed_size: number;
}

const HEAD_BYTES = 65_536;

/**
 * True if the enclosure of an episode is still the stored file, so that it need not be fetched. Many hosts change a
 * token in the address every day. The host is asked for the `ETag` and the length; if they do not decide, the first
 * bytes do.
 */
export async function isSameAudio(
  stored: StoredAudio,
  { enclosure: { url, length } }: Pick<FeedItem, 'enclosure'>,
  { fetcher, store }: { fetcher: Fetcher; store: MediaStore },
): Promise<boolean> {
  const facts = await askFacts(url, fetcher);
  if (facts?.etag && stored.etag) {
    if (facts.etag === stored.etag) return true;
  } else if (fileOf(url) === fileOf(stored.enclosure_url)) {
    const isClaim = length === stored.claimed_size;
    const isLength = facts?.bytes == null || facts.bytes === stored.file_size;
    // With inserted ads, no download has the length in the feed.
    if (isClaim && (isLength || stored.claimed_size !== stored.file_size)) return true;
  }
  const { bytes, head } = await readHead(await fetcher(url, { first: HEAD_BYTES }));
  if (bytes !== null && bytes !== stored.file_size) return false;
  const span = { first: 0, last: Math.min(HEAD_BYTES, stored.file_size) - 1 };
  const ours = await readHead({ body: await store.read(stored.sha256, span), bytes: null });
  return ours.head.equals(head);
}

/** A picture that an import has fetched. */
export interface KnownImage {
  imageId: number;
  url: string;
  etag: string | null;
}

/** The `ETag` of an answer, or else its length. Null if it has neither. */
export const etagOf = ({ etag, bytes }: Pick<Fetched, 'etag' | 'bytes'>): string | null =>
  etag || (bytes == null ? null : `${bytes} bytes`);

/** True if a picture is still the fetched one, by its `ETag`, or by its address and length. */
export async function isSameImage(
  known: KnownImage,
  url: string,
  fetcher: Fetcher,
): Promise<boolean> {
  if (known.etag === null) return false;
  const facts = await askFacts(url, fetcher);
  if (!facts || etagOf(facts) !== known.etag) return false;
  return Boolean(facts.etag) || fileOf(url) === fileOf(known.url);
}

/** Null if the host does not answer to HEAD. */
async function askFacts(url: string, fetcher: Fetcher) {
  const fetched = await fetcher(url, { method: 'HEAD' }).catch(() => null);
  fetched?.body.destroy();
  return fetched;
}

async function readHead({ body, bytes = null }: Pick<Fetched, 'body' | 'bytes'>) {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size >= HEAD_BYTES) break;
  }
  return { bytes, head: Buffer.concat(chunks).subarray(0, HEAD_BYTES) };
}
