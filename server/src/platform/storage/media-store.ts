import type { Readable } from 'node:stream';

/** A received file that nothing refers to yet. */
export interface Draft {
  sha256: string;
  bytes: number;
  /** Calls `run` with the path of a local copy, for tools that need a path. */
  withLocalFile<Result>(run: (path: string) => Promise<Result>): Promise<Result>;
  /** Makes the draft permanent. Equal files are stored once. */
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

/** Stores audio and pictures under the hash of their bytes. */
export interface MediaStore {
  /** @throws RangeError past `maxBytes`. */
  receive(source: Readable, maxBytes: number): Promise<Draft>;
  /** Null if there is no such file. */
  stat(sha256: string): Promise<StoredFile | null>;
  /** Opens the file before it returns, so that an error comes before the first byte. */
  read(sha256: string, span?: ByteSpan): Promise<Readable>;
  /** Calls `run` with the path of a local copy, for tools that need a path. */
  withLocalFile<Result>(sha256: string, run: (path: string) => Promise<Result>): Promise<Result>;
  /** Removes drafts that a killed process left behind. */
  sweep(): Promise<void>;
}
