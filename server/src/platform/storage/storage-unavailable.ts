/** A storage of media or backups gave no usable answer: it is down, full, refuses access, or disconnected. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
}
