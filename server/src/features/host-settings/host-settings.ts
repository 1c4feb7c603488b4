import type { HostSettings, HostTextName } from 'earshot-site/contract';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { cleanLine } from '../../platform/text/clean-text.ts';
import { isBlank } from '../../platform/text/plain-text.ts';

/** Settings changed by administrators. For missing ones, the environment applies. */
export type StoredSettings = Partial<HostSettings>;

const MEGABYTE = 1_000_000;

export async function readStored(database: Database): Promise<StoredSettings> {
  const rows = await database.selectFrom('host_settings').selectAll().execute();
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** The current settings. */
export function effectiveSettings(environment: Config, stored: StoredSettings): HostSettings {
  return {
    product_name: environment.productName,
    description: '',
    signup: environment.signup,
    upload_quota_mb: environment.uploadQuotaBytes / MEGABYTE,
    page: '',
    terms: '',
    privacy: '',
    ...stored,
  };
}

/** Copies the settings into the configuration that all features share. */
export function applySettings(config: Config, settings: HostSettings): void {
  config.productName = settings.product_name;
  config.description = settings.description;
  config.signup = settings.signup;
  config.uploadQuotaBytes = settings.upload_quota_mb * MEGABYTE;
}

/** Stores the given settings. Null restores the value of the environment. */
export async function saveSettings(
  database: Database,
  changes: { readonly [Name in keyof HostSettings]?: HostSettings[Name] | null | undefined },
): Promise<void> {
  for (const [name, value] of Object.entries(cleanChanges(changes))) {
    if (value === undefined) continue;
    if (value === null) {
      await database.deleteFrom('host_settings').where('name', '=', name).execute();
      continue;
    }
    const json = JSON.stringify(value);
    await database
      .insertInto('host_settings')
      .values({ name, value: json })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: json }))
      .execute();
  }
}

function cleanChanges<Changes extends { product_name?: unknown; description?: unknown }>(
  changes: Changes,
): Changes {
  const cleaned = { ...changes };
  for (const name of ['product_name', 'description'] as const) {
    const text = cleaned[name];
    if (typeof text !== 'string') continue;
    Object.assign(cleaned, {
      [name]: name === 'product_name' ? readProductName(text) : cleanLine(text),
    });
  }
  return cleaned;
}

/** @throws AppError INVALID_REQUEST for a name in which nothing can be seen */
export function readProductName(text: string): string {
  const name = cleanLine(text);
  if (isBlank(name)) throw invalid('product_name', 'empty');
  return name;
}

/** A text of the host that an administrator has written on the site, as Markdown. Null if there is none. */
export async function findHostText(database: Database, name: HostTextName): Promise<string | null> {
  const row = await database
    .selectFrom('host_settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return typeof row?.value === 'string' && row.value.trim() ? row.value : null;
}
