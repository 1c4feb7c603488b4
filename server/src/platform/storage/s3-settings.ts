/** The address of an S3-compatible storage, and its access. */
export interface S3Settings {
  /** Null for Amazon's own. */
  endpoint: string | null;
  region: string;
  bucket: string;
  /** Null if the machine's role gives access. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  /** The bucket is part of the path, not of the host's name. */
  forcePathStyle: boolean;
  /** `proxy`: this server passes the bytes on. `presigned`: listeners are redirected to the storage for a few hours. */
  reads: 'proxy' | 'presigned';
}
