import type { Readable } from 'node:stream';
import type { LentBytes } from './lent-buffers.ts';

/** A received file that nothing refers to yet. */
export interface Draft {
  sha256: string;
  bytes: number;
  /** Calls `run` with the path of a local copy, for tools that need a path. The copy is gone afterwards. */
  withLocalFile<Result>(run: (path: string) => Promise<Result>): Promise<Result>;
  /**
   * Makes the draft permanent. Equal files are stored once, and the stored file counts as modified now, so that
   * garbage collection does not take it before its owner is saved.
   */
  keep(): Promise<void>;
  discard(): Promise<void>;
}

/** First and last byte, both inclusive. */
export interface ByteSpan {
  first: number;
  last: number;
}

export interface StoredFile {
  bytes: number;
  modified: Date;
}

export interface ListedFile extends StoredFile {
  sha256: string;
}

/** How a browser should treat a file that another host sends. */
export interface SentAs {
  mimeType: string;
  disposition?: string | undefined;
}

/** A header that lets the proxy in front of this server send the file. */
export interface HandedOver {
  name: 'X-Accel-Redirect' | 'X-Sendfile';
  value: string;
}

/** Appends to one file. Only one writer for a file may exist at a time: the caller holds a lock. */
export interface PartialWriter {
  write(chunk: Buffer): Promise<void>;
  /** Resolves when everything written so far would survive a crash, with the length of the file. */
  sync(): Promise<number>;
  /** Releases the writer. Bytes that were not synced may be lost. */
  close(): Promise<void>;
}

export interface ListedPartial {
  id: string;
  /** At least as many as its length, because a killed writer may have left more. */
  bytes: number;
  modified: Date;
}

export interface WriterOptions {
  /** Bytes that are known to be stored. Bytes beyond them are left from a killed writer. */
  length: number;
  /** Each writer of a file has a higher number than the previous one, whose late bytes are ignored. */
  writer: number;
}

/** Files that arrive in pieces, possibly through several processes. The caller keeps their lengths. */
export interface PartialFiles {
  /** @throws Error with the code ENOENT if fewer than `length` bytes are stored. */
  open(id: string, options: WriterOptions): Promise<PartialWriter>;
  /** Joins the first `length` bytes to a draft, which takes one pass over them. The parts stay until `remove`. */
  assemble(id: string, length: number): Promise<Draft>;
  /** A missing file is no error. */
  remove(id: string): Promise<void>;
  list(): AsyncIterable<ListedPartial>;
}

/** Stores audio and pictures under the hash of their bytes. Paths and keys are never exposed. */
export interface MediaStore {
  /** @throws RangeError past `maxBytes`. */
  receive(source: Readable, maxBytes: number): Promise<Draft>;
  /** Null if there is no such file. */
  stat(sha256: string): Promise<StoredFile | null>;
  /** Like `stat`, but possibly some seconds old. For answers, which request many ranges of one file. */
  facts(sha256: string): Promise<StoredFile | null>;
  /**
   * The bytes of a short span. Null if they must be streamed with `read`: many clients are slow, or the storage is
   * remote. A missing file is `ENOENT`.
   */
  readAtOnce(sha256: string, span: ByteSpan): Promise<LentBytes | null>;
  /** Opens the file before it returns, so that an error precedes the first byte. A missing file is `ENOENT`. */
  read(sha256: string, span?: ByteSpan): Promise<Readable>;
  /** An address at which the storage itself sends the file for a few hours. Null if this server passes the bytes on. */
  addressOf(sha256: string, as: SentAs): Promise<string | null>;
  /** How the proxy sends the file. Null if this server sends it itself. */
  handOver(sha256: string): HandedOver | null;
  /** Calls `run` with the path of a local copy, for tools that need a path. The copy is gone afterwards. */
  withLocalFile<Result>(sha256: string, run: (path: string) => Promise<Result>): Promise<Result>;
  /** Removes a file. A missing file is no error. */
  delete(sha256: string): Promise<void>;
  /** Every stored file, in any order. */
  list(): AsyncIterable<ListedFile>;
  /** The files that have only partly arrived. */
  partials: PartialFiles;
  /** Removes files of killed processes. Files that are being received stay. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}
