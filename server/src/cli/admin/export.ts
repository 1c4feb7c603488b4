import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { listFeedFiles, mustFindShow, writeSnapshot } from '../../features/feeds/feeds.ts';
import { FILE_LIST } from '../../platform/archives/file-list.ts';
import { openMediaStore } from '../../platform/storage/open-media-store.ts';
import { counted } from '../../platform/text/counted.ts';
import { writeWholeFile } from '../write-whole-file.ts';
import { type CommandContext, defineCommand, UsageError } from './command.ts';
import { readShowId } from './read-show-id.ts';

export const command = defineCommand({
  summary: 'Writes the feed of a show as RSS, with its audio and pictures if you like.',
  usage: '--show ID [--out FILE] [--media FOLDER] [--json]',
  help: [
    '  --show ID       the number of the show',
    '  --out FILE      the file for the feed; without it, the feed goes to the standard output',
    '  --media FOLDER  also copies the audio and the pictures to this folder. "import FILE --media',
    '                  FOLDER" finds them there. Files that are there already are not copied again.',
  ].join('\n'),
  options: { show: { type: 'string' }, out: { type: 'string' }, media: { type: 'string' } },
  async run({ values }, context) {
    const showId = readShowId(values.show);
    const { database } = await context.database({ mustExist: true });
    const deps = { database, config: context.config };
    const { title } = await mustFindShow(deps, showId);
    const files = values.media
      ? await copyFiles(context, showId, context.fromHere(values.media))
      : 0;
    const feed = writeSnapshot(deps, showId, { audience: 'public' });
    if (values.out === undefined) {
      if (context.isJson)
        throw new UsageError('--json needs --out: the feed would stand beside it.');
      for await (const text of feed) context.io.output.write(text);
      return;
    }
    const path = context.fromHere(values.out);
    await writeWholeFile(path, feed);
    const { size } = await stat(path);
    const text = `${title}: ${path} (${counted(size, 'byte')}), ${counted(files, 'file')}.`;
    context.answer({ text, json: { show_id: showId, title, path, bytes: size, files } });
  },
});

/** Returns the number of files in the folder. */
async function copyFiles(context: CommandContext, showId: number, folder: string): Promise<number> {
  const { config } = context;
  const { database } = await context.database();
  const store = await context.own(() => openMediaStore(config));
  const show = await mustFindShow({ database, config }, showId);
  await mkdir(folder, { recursive: true });
  const progress = context.progress('Files copied:');
  let count = 0;
  const addresses: Record<string, string> = {};
  for await (const { name, address, sha256 } of listFeedFiles(database, show, config)) {
    context.signal.throwIfAborted();
    const path = join(folder, name);
    const there = await stat(path).catch(() => null);
    const stored = await store.stat(sha256);
    if (!there || there.size !== stored?.bytes) {
      await writeWholeFile(path, Readable.from(await store.read(sha256)));
    }
    addresses[address] = name;
    count += 1;
    progress.show(count, null);
  }
  const list = `${JSON.stringify(addresses, null, 2)}\n`;
  await writeWholeFile(join(folder, FILE_LIST), Readable.from([list]));
  progress.end();
  return count;
}
