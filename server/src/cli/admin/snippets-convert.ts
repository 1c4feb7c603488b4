import { isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import {
  type Conversion,
  convertSnippets,
  keysIn,
} from '../../features/imports/convert-snippets.ts';
import { keepEarlierPlayers, readPlayed } from '../../features/imports/played-episodes.ts';
import { cleanLine } from '../../platform/text/clean-text.ts';
import { webAddress } from '../../platform/text/web-address.ts';
import { writeWholeFile } from '../write-whole-file.ts';
import { CommandFailed, defineCommand, UsageError } from './command.ts';

interface Converted extends Omit<Conversion, 'text'> {
  file: string;
}

export const command = defineCommand({
  summary: 'Replaces players of old hosts in pages and posts by those of this host.',
  usage: 'FILE... [--out FILE] [--former URL] [--json]',
  help: [
    '  FILE        a page, a post, or an export of a blog. It is changed in place, to the byte outside of the players',
    '  --out FILE  leaves the one FILE as it is, and writes the result here',
    '  --former URL  the former Earshot of shortcodes, which name no host: https://old.example',
    '',
    '  Players whose episode is not here stay, and are listed. Make a copy of your files before you begin.',
  ].join('\n'),
  takes: 'several',
  options: { out: { type: 'string' }, former: { type: 'string' } },
  async run({ values, positionals: files }, context) {
    if (files.length === 0) throw new UsageError('Name at least one file.');
    if (values.out !== undefined && files.length > 1) throw new UsageError('--out takes one FILE.');
    const { database } = await context.database();
    const { config } = context;
    const { former } = values;
    if (former !== undefined && !webAddress(former))
      throw new UsageError('--former takes the address of a host.');
    const target = { ...config, formerUrl: former && new URL(former).origin };
    await keepEarlierPlayers(database);
    const convert = async (text: string) => {
      const played = await readPlayed(database, config, keysIn(text, target));
      return convertSnippets(text, { ...target, find: (key) => played.get(key) ?? null });
    };
    const results: Converted[] = [];
    for (const given of files) {
      const file = context.fromHere(given);
      const to = values.out === undefined ? file : context.fromHere(values.out);
      results.push(await convertFile({ file, to, convert }));
    }
    context.answer({ text: results.map(describe).join('\n'), json: { files: results } });
  },
});

interface Work {
  file: string;
  to: string;
  convert(text: string): Promise<Conversion>;
}

const UNREAD: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'you may not read it',
};

async function convertFile({ file, to, convert }: Work): Promise<Converted> {
  try {
    const bytes = await readFile(file);
    const { mode } = await stat(file);
    const encoding = isUtf8(bytes) ? 'utf8' : 'latin1'; // keeps every byte of older encodings
    const { text, ...result } = await convert(bytes.toString(encoding));
    if (to !== file || result.replaced > 0) {
      await writeWholeFile(to, [Buffer.from(text, encoding)], { mode });
    }
    return { file, ...result };
  } catch (cause) {
    const { code, path, message } = cause as NodeJS.ErrnoException;
    if (!code) throw cause;
    const unread = (path ?? file) === file && UNREAD[code]; // a file is written under another name at first
    if (unread) throw new CommandFailed(`${file} cannot be read: ${unread}.`, { cause });
    throw new CommandFailed(`${path ?? file} cannot be read or written: ${message}`, { cause });
  }
}

function describe({ file, replaced, unknown }: Converted): string {
  const missing = unknown.map(
    ({ line, address }) => `  ${cleanLine(`line ${line}: no episode here for ${address}`)}`,
  );
  return [`${file}: ${replaced} replaced, ${unknown.length} not here`, ...missing].join('\n');
}
