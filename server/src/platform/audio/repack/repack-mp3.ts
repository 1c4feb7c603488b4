import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { openWindow } from '../byte-window.ts';
import { type MpegFacts, scanMpeg } from '../measure-mpeg.ts';
import { readAt } from '../mp4-boxes.ts';
import { readMpegFrame } from '../read-mpeg-frame.ts';
import { skipId3 } from '../skip-id3.ts';
import { makeXingFrame, readXingFrame } from './xing-frame.ts';

const MAX_FRAME_BYTES = 2_881;
const TOLERANCE = 0.01; // players count the frame of the index, or ignore the last ones

/**
 * True if browsers seek wrongly in an MP3: its bit rate varies and it has no index, or its index is wrong by more
 * than 1 %. Files whose sample rate changes stay unchanged, because no index can describe them.
 */
export async function isMp3SoughtWrongly(path: string): Promise<boolean> {
  return withFile(path, async (file) => {
    const facts = await scanMpeg(file);
    return facts !== null && isSoughtWrongly(facts, await readIndex(file, facts));
  });
}

function isSoughtWrongly(facts: MpegFacts, index: Awaited<ReturnType<typeof readIndex>>): boolean {
  if (facts.isJoined) return false;
  const isWrong =
    index?.frames != null && Math.abs(index.frames - facts.frames) > facts.frames * TOLERANCE + 2;
  return isWrong || (facts.isVariable && !index?.hasSeekTable);
}

async function readIndex(file: FileHandle, { index }: MpegFacts) {
  if (index === null) return null;
  const bytes = await readAt(file, index, MAX_FRAME_BYTES);
  const frame = readMpegFrame(bytes, 0);
  return frame && readXingFrame(bytes, frame);
}

/**
 * Copies an MP3 with a new index. Frames and tags do not change; an old index and junk before the first frame are
 * dropped.
 */
export async function repackMp3(path: string, output: string): Promise<void> {
  const { tags, index, start } = await withFile(path, async (file) => {
    const facts = await scanMpeg(file);
    if (!facts) throw new Error('no MPEG frames');
    const header = await readAt(file, facts.start, 4);
    const tagBytes = await skipId3(openWindow(file));
    return { tags: tagBytes, index: makeXingFrame(facts, header), start: facts.start };
  });
  await pipeline(async function* () {
    if (tags > 0) yield* createReadStream(path, { end: tags - 1 });
    yield index;
    yield* createReadStream(path, { start });
  }, createWriteStream(output));
}

async function withFile<Result>(path: string, use: (file: FileHandle) => Promise<Result>) {
  const file = await open(path);
  return use(file).finally(() => file.close());
}
