import type { Readable } from 'node:stream';
import { DataStore, Metadata, Upload } from '@tus/server';
import { AppError } from 'earshot/contract';
import { appendBytes } from './append-bytes.ts';
import type { Digest } from './digests.ts';
import { requireRoom } from './quota.ts';
import * as repository from './repository.ts';
import { removeUpload, type UploadDeps } from './uploads.ts';

/** Stores uploads of the tus protocol. One object serves one request, whose checksum it knows. */
export class TusStore extends DataStore {
  /** Why bytes could not be stored. The library reports the stream that broke as a consequence. */
  failure: unknown = null;
  /** Resolves when the bytes of this request are stored or given up, which the library does not wait for. */
  settled: Promise<unknown> = Promise.resolve();
  readonly #deps: UploadDeps;
  readonly #checksum: Digest | null;

  override extensions = [
    'creation',
    'creation-with-upload',
    'creation-defer-length',
    'termination',
    'expiration',
    'checksum',
  ];

  constructor(deps: UploadDeps, checksum: Digest | null = null) {
    super();
    this.#deps = deps;
    this.#checksum = checksum;
  }

  /** The upload exists already: its id comes from the database. */
  override async create(upload: Upload): Promise<Upload> {
    return upload;
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const appending = appendBytes(this.#deps, {
      uploadId: Number(id),
      offset,
      // Otherwise the first error would break the stream, and the library would report that instead.
      source: source.iterator({ destroyOnReturn: false }),
      checksum: this.#checksum,
    });
    this.settled = appending.catch((error) => {
      if (error !== source.errored) this.failure = error; // else the client has gone
    });
    return appending;
  }

  override async getUpload(id: string): Promise<Upload> {
    const upload = await repository.findUpload(this.#deps.database, Number(id));
    if (!upload) throw new AppError('NOT_FOUND');
    const { declaredSize, receivedSize, metadata, expires_at } = upload;
    // The library counts the time from the creation. Here an upload expires a day after its latest byte.
    const expiresAt = expires_at?.getTime() ?? Date.now() + repository.EXPIRES_AFTER_MS;
    return new Upload({
      id,
      offset: receivedSize,
      ...(declaredSize === null ? {} : { size: declaredSize }),
      ...(metadata === '' ? {} : { metadata: Metadata.parse(metadata) }),
      creation_date: new Date(expiresAt - repository.EXPIRES_AFTER_MS).toISOString(),
    });
  }

  override async declareUploadLength(id: string, size: number): Promise<void> {
    const { database, config } = this.#deps;
    await database.transaction().execute(async (transaction) => {
      const upload = await repository.findUpload(transaction, Number(id));
      if (!upload) throw new AppError('NOT_FOUND');
      const uploadId = upload.upload_id;
      await requireRoom(transaction, { config, userId: upload.user_id, uploadId, bytes: size });
      await repository.setDeclaredSize(transaction, uploadId, size);
    });
  }

  override async remove(id: string): Promise<void> {
    await removeUpload(this.#deps, Number(id));
  }

  override getExpiration(): number {
    return repository.EXPIRES_AFTER_MS;
  }
}
