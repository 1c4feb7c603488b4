import { findByEmail } from '../../features/accounts/repository.ts';
import { announceFeed } from '../../features/feeds/announce-feed.ts';
import { FeedRefused } from '../../features/imports/feed.ts';
import type { ImportSummary } from '../../features/imports/import-feed.ts';
import { importSource } from '../../features/imports/import-source.ts';
import { openNotePictures } from '../../features/note-pictures/note-pictures.ts';
import type { Database } from '../../platform/database/database.ts';
import { jobs } from '../../platform/jobs/jobs.ts';
import { openMediaStore } from '../../platform/storage/open-media-store.ts';
import { cleanLine } from '../../platform/text/clean-text.ts';
import { fetcherFor } from '../typed-source.ts';
import { CommandFailed, defineCommand, UsageError } from './command.ts';

interface Refused {
  title: string;
  reason: string;
}

export const command = defineCommand({
  summary: 'Imports a podcast from its feed, or the shows in the archive of an account.',
  usage: 'URL|FILE|ARCHIVE [--owner EMAIL] [--media FOLDER] [--json]',
  help: [
    '  --owner EMAIL   gives a new show to this user; without it, a new show gets a new user',
    '  --media FOLDER  takes audio and pictures from this folder instead of fetching them',
    '',
    '  ARCHIVE is the ZIP file that a user gets of an account, or the folder that it was unpacked to. Its drafts, scheduled,',
    '  unlisted and private episodes come as well.',
    '',
    '  Ends with 0 if an episode was stored or the feed is empty, else with 1.',
  ].join('\n'),
  takes: 'several',
  options: { owner: { type: 'string' }, media: { type: 'string' } },
  isAct: () => true,
  async run({ values, positionals: [given, ...others] }, context) {
    if (!given || others.length > 0)
      throw new UsageError('Name one feed or archive: an address or a file.');
    const source = context.fromHere(given);
    const { config, signal } = context;
    const { database, retry } = await context.database();
    const owner = values.owner && (await ownerOf(database, values.owner));
    const store = await context.own(() => openMediaStore(config));
    const progress = context.progress('Episodes:');
    const refused: Refused[] = [];
    const summaries = await importSource(source, {
      database,
      store,
      retry,
      signal,
      jobs,
      dataDir: config.dataDir,
      owner: owner || undefined,
      mediaDir: values.media && context.fromHere(values.media),
      notePictures: openNotePictures(config),
      fetcher: await fetcherFor(source),
      report({ done, total, title, outcome, reason = '' }) {
        progress.show(done, total);
        if (outcome === 'refused') refused.push({ title, reason });
      },
    })
      .catch(explainRefusal)
      .finally(progress.end);
    for (const { show_id } of summaries) {
      if (show_id !== null) await retry(() => announceFeed({ config, jobs }, database, show_id));
    }
    const lines = [
      ...summaries.flatMap(({ warnings }) => warnings),
      ...refused.map((each) => `refused: ${each.title} (${each.reason})`),
      ...summaries.map(countsOf),
    ];
    const shows = summaries.map(({ refused: _, ...facts }) => facts);
    const json = { ...(shows.length === 1 ? shows[0] : {}), refused, shows };
    // Titles come from the feed, so terminal control characters are removed.
    context.answer({ text: lines.map((line) => cleanLine(line)).join('\n'), json });
    const stored = summaries.some((each) => each.imported + each.updated + each.linked > 0);
    return refused.length > 0 && !stored ? 1 : 0;
  },
});

const countsOf = ({ title, imported, updated, linked, refused }: ImportSummary) =>
  `${title}: ${imported} imported, ${updated} updated, ${linked} linked, ${refused} refused.`;

async function ownerOf(database: Database, email: string): Promise<string> {
  const account = await findByEmail(database, email);
  if (!account) throw new CommandFailed(`There is no user with the address ${email}.`);
  return account.permalink;
}

function explainRefusal(error: unknown): never {
  if (error instanceof FeedRefused) throw new CommandFailed(error.message, { cause: error });
  throw error;
}
