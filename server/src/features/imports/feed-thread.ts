// The entry of the thread that parses one large feed.
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { decodeXml } from '../../platform/xml/decode-xml.ts';
import { FeedRefused } from './feed.ts';
import { parseFeed } from './parse-feed.ts';
import type { FeedReport, FeedTask } from './parse-in-thread.ts';

const ITEMS_AT_ONCE = 50; // the other side deserialises a message in one go

/** Resolves when the other side has processed the message. */
async function send(report: FeedReport): Promise<void> {
  parentPort?.postMessage(report);
  if (parentPort) await once(parentPort, 'message');
}

try {
  const { bytes, contentType, source, address } = workerData as FeedTask;
  const { items, ...feed } = parseFeed(decodeXml(bytes, contentType), source, address);
  for (let at = 0; at < items.length; at += ITEMS_AT_ONCE) {
    await send({ type: 'items', items: items.slice(at, at + ITEMS_AT_ONCE) });
  }
  await send({ type: 'feed', feed });
} catch (error) {
  if (!(error instanceof FeedRefused)) throw error;
  await send({ type: 'refused', said: error.said });
}
