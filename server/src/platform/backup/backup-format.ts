import { type Static, Type } from 'typebox';

// A backup is a ZIP archive: `database/*.copy` (the text format of PostgreSQL's COPY), `media/{sha256}`, `loaders/*`,
// and `manifest.json`, which lists all of them with their checksums.

export const MANIFEST = 'manifest.json';
export const JOBS = 'database/jobs.copy';
export const tableFile = (table: string) => `database/${table}.copy`;
export const MEDIA = 'media/';
export const LOADERS = 'loaders/';

/** Incremented if older programs cannot restore the backup. */
export const FORMAT = 1;

export const ManifestSchema = Type.Object({
  format: Type.Integer(),
  created_at: Type.String(),
  /** The latest migration of the tables. */
  migration: Type.String(),
  tables: Type.Array(
    Type.Object({
      name: Type.String(),
      columns: Type.Array(Type.String()),
      /** Backups of older versions do not tell it. */
      rows: Type.Optional(Type.Integer()),
    }),
  ),
  /** The next numbers of new rows. */
  sequences: Type.Array(
    Type.Object({
      table: Type.String(),
      column: Type.String(),
      value: Type.String(),
      isCalled: Type.Boolean(),
    }),
  ),
  files: Type.Array(
    Type.Object({ name: Type.String(), sha256: Type.String(), bytes: Type.Integer() }),
  ),
});

export type Manifest = Static<typeof ManifestSchema>;
export type ListedFile = Manifest['files'][number];

/** The backup or the host does not meet the requirements. The message is for the operator. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}
