import {
  fieldsWithout,
  NOTES_MAX,
  pickColumns,
  readColumns,
  type Sent,
  textOf,
} from '../../platform/archives/archived-fields.ts';
import type { Database } from '../../platform/database/database.ts';
import { cleanHtml, cleanLine } from '../../platform/text/clean-text.ts';
import * as repository from './repository.ts';
import { ShowChangeBody, toShowColumns } from './show-input.ts';

type Columns = ReturnType<typeof toShowColumns>;

/** A show in an archive, read with the same checks as input of an author. */
export interface ArchivedShow {
  /** Empty if the archive does not hold it. */
  permalink: string;
  /** The fields that an author may send, except the categories, which its feed holds. */
  columns: Partial<Columns>;
  /** Data that feeds do not carry. */
  settings: Partial<Pick<Columns, (typeof SETTINGS)[number]>>;
}

const SETTINGS = ['player_options', 'player_override', 'public_downloads'] as const;

/** Read separately: the columns of these fields have other types or limits. */
const APART = ['title', 'description', 'category', 'categories', 'tags', 'permalink'];

const FIELDS = fieldsWithout(ShowChangeBody.properties, APART);

/** Unusable fields are dropped. */
export function readArchivedShow(json: unknown): ArchivedShow {
  const { public_downloads, ...sent } = Object(json) as Sent;
  const title = cleanLine(textOf(sent.title));
  const columns = {
    ...readColumns(FIELDS, sent, toShowColumns),
    // The column holds the number of the old host.
    ...toShowColumns({ public_downloads: typeof public_downloads === 'number' }),
    ...(title === '' ? {} : { title }),
    ...(typeof sent.description === 'string'
      ? { description: cleanHtml(textOf(sent.description).slice(0, NOTES_MAX)) }
      : {}),
  };
  const settings = pickColumns(columns, SETTINGS);
  return { permalink: textOf(sent.permalink), columns, settings };
}

/** Adds to an imported show the data of its archive that is not in its feed. */
export async function settleShow(
  transaction: Database,
  showId: number,
  settings: ArchivedShow['settings'],
): Promise<void> {
  if (Object.keys(settings).length > 0) await repository.updateShow(transaction, showId, settings);
}
