import { createHash } from 'node:crypto';
import type { RadioDirectory } from '../../config/radio-directory.ts';
import type { FeatureDeps } from '../../feature.ts';
import { feedAddress } from '../feeds/feeds.ts';
import { askDirectory, type DirectoryOptions, type Verdict } from './directory.ts';
import * as repository from './repository.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type SettleDeps = Pick<FeatureDeps, 'config' | 'database'>;

/**
 * Updates the directory according to the author's request and the visibility. It reads only the current state, so it
 * may run twice, or after a kill between the request and the storage of its answer: the directory knows the listing
 * by its id.
 * @throws DirectoryBusy or Unreachable if a retry may help
 */
export async function settleListing(
  { config, database }: SettleDeps,
  listingId: string,
  options: DirectoryOptions = {},
): Promise<void> {
  const { radioDirectory, siteUrl } = config;
  const row = await repository.findListingById(database, listingId);
  if (radioDirectory === null || !row) return;
  const thing = thingOf(row);
  const known = row.is_wanted && (await repository.findPublicThing(database, thing));
  if (!known) return withdraw({ database, radioDirectory, row, options });
  if (row.state === 'refused') return rest(database, row);
  const { show_id, title, language, guid } = known;
  const feed_url = feedAddress(show_id, { siteUrl });
  const submission = { type: thing.kind, feed_url, title, language, guid };
  const sent = createHash('sha256').update(JSON.stringify(submission)).digest('hex');
  const isThere = row.state === 'pending' || row.state === 'listed';
  const request =
    isThere && row.sent === sent
      ? { method: 'GET' as const, listingId }
      : { method: 'PUT' as const, listingId, submission };
  const verdict = await askDirectory(radioDirectory, request, options);
  await repository.saveOutcome(database, row, { ...outcomeOf(verdict), sent });
}

/** Nothing is left to ask until something changes. */
const rest = (database: SettleDeps['database'], row: repository.ListingRow) =>
  repository.saveOutcome(database, row, { ...row, due_at: null });

function thingOf({ show_id, episode_id }: repository.ListingRow): repository.Thing {
  return episode_id === null
    ? { kind: 'show', id: show_id ?? 0 }
    : { kind: 'episode', id: episode_id };
}

/** A listing that the directory has dropped counts as refused. */
function outcomeOf({ state, message }: Verdict): repository.Outcome {
  switch (state) {
    case 'pending':
      return { state, message, due_at: inFuture(HOUR_MS) };
    case 'listed':
      return { state, message, due_at: inFuture(DAY_MS) };
    default:
      return { state: 'refused', message, due_at: null };
  }
}

const inFuture = (ms: number) => new Date(Date.now() + ms);

interface Withdrawal {
  database: SettleDeps['database'];
  radioDirectory: RadioDirectory;
  row: repository.ListingRow;
  options: DirectoryOptions;
}

/** A directory that refuses is asked again every day, because only it can remove the listing. */
async function withdraw({ database, radioDirectory, row, options }: Withdrawal): Promise<void> {
  if (row.state === 'withdrawn') return rest(database, row);
  const request = { method: 'DELETE' as const, listingId: row.listing_id };
  const { state, message } = await askDirectory(radioDirectory, request, options);
  await repository.saveOutcome(
    database,
    row,
    state === 'gone'
      ? { state: 'withdrawn', message: null, due_at: null }
      : { state: 'withdrawing', message, due_at: inFuture(DAY_MS) },
  );
}
