import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostTextName } from 'earshot-site/contract';
import { marked } from 'marked';
import type { Database } from '../../platform/database/database.ts';
import { unlessMissing } from '../../platform/storage/durable-file.ts';
import { cleanHtml } from '../../platform/text/clean-text.ts';
import { notesHtml } from '../../platform/text/notes-html.ts';
import { findHostText } from '../host-settings/host-settings.ts';

interface Wanted {
  database: Database;
  dataDir: string;
  name: HostTextName;
  language: string;
}

/**
 * A text of the host: the one that an administrator has written on the site, else a file below `DATA_DIR/pages`:
 * `terms.it.md`, else `terms.it.html`, `terms.md` or `terms.html`. Safe HTML, or null if there is no file.
 */
export async function readHostText({
  database,
  dataDir,
  name,
  language,
}: Wanted): Promise<string | null> {
  const written = await findHostText(database, name);
  if (written !== null) return clean(await marked.parse(written));
  for (const stem of [`${name}.${language}`, name]) {
    for (const type of ['md', 'html'] as const) {
      const text = await unlessMissing(readFile(join(dataDir, 'pages', `${stem}.${type}`), 'utf8'));
      if (text !== null) return clean(type === 'md' ? await marked.parse(text) : text);
    }
  }
  return null;
}

/** The highest heading of sanitised HTML is an h3. The page has only its title above the text. */
const clean = (html: string) =>
  notesHtml(cleanHtml(html)).replace(
    /(<\/?h)([3-6])/g,
    (_, start, level) => start + (Number(level) - 1),
  );
