import { findPermalinkByEmail } from '../../features/accounts/repository.ts';
import { tellHub } from '../../features/feeds/websub.ts';
import { FeedRefused } from '../../features/imports/feed.ts';
import { importFeed } from '../../features/imports/import-feed.ts';
import type { Database } from '../../platform/database/database.ts';
import { jobs } from '../../platform/jobs/jobs.ts';
import { openMediaStore } from '../../platform/storage/open-media-store.ts';
import { cleanLine } from '../../platform/text/clean-text.ts';
import { fetcherFor, fromHere } from '../typed-source.ts';
import { CommandFailed, defineCommand, UsageError } from './command.ts';

interface Refused {
  title: string;
  reason: string;
}

export const command = defineCommand({
  summary: 'Imports a podcast from the address or the file of its feed.',
  usage: 'URL|FILE [--owner EMAIL] [--media FOLDER] [--json]',
  help: [
    '  --owner EMAIL   gives a new show to this user; without it, a new show gets a new user',
    '  --media FOLDER  takes audio and pictures from this folder instead of fetching them',
    '',
    '  Ends with 0 if an episode was stored or the feed is empty, else with 1.',
  ].join('\n'),
  options: { owner: { type: 'string' }, media: { type: 'string' } },
  async run({ values, positionals: [given, ...others] }, context) {
    if (!given || others.length > 0) throw new UsageError('Name one feed: an address or a file.');
    const source = fromHere(given);
    const { config, signal } = context;
    const { database, retry } = await context.database();
    const owner = values.owner && (await ownerOf(database, values.owner));
    const store = await context.own(
      () => openMediaStore(config),
      ({ close }) => close(),
    );
    const progress = context.progress('Episodes:');
    const refused: Refused[] = [];
    const summary = await importFeed(source, {
      database,
      store,
      retry,
      signal,
      owner: owner || undefined,
      mediaDir: values.media && fromHere(values.media),
      fetcher: await fetcherFor(source),
      report({ done, total, title, outcome, reason = '' }) {
        progress.show(done, total);
        if (outcome === 'refused') refused.push({ title, reason });
      },
    })
      .catch(explainRefusal)
      .finally(progress.end);
    const { show_id, title, imported, updated, linked, warnings } = summary;
    if (show_id !== null) await retry(() => tellHub({ config, jobs }, database, show_id));
    const counts = `${imported} imported, ${updated} updated, ${linked} linked, ${refused.length} refused`;
    const lines = [
      ...warnings,
      ...refused.map((each) => `refused: ${each.title} (${each.reason})`),
      `${title}: ${counts}.`,
    ];
    const json = { show_id, title, imported, updated, linked, refused, warnings };
    // Titles come from the feed: no control characters of a terminal in them.
    context.answer({ text: lines.map((line) => cleanLine(line)).join('\n'), json });
    return refused.length > 0 && imported + updated + linked === 0 ? 1 : 0;
  },
});

async function ownerOf(database: Database, email: string): Promise<string> {
  const permalink = await findPermalinkByEmail(database, email);
  if (permalink === null) throw new CommandFailed(`There is no user with the address ${email}.`);
  return permalink;
}

function explainRefusal(error: unknown): never {
  if (error instanceof FeedRefused) throw new CommandFailed(error.message, { cause: error });
  throw error;
}
