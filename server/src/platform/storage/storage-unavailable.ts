/** The media storage gave no usable answer: it is down, refuses access, or disconnected. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
}
