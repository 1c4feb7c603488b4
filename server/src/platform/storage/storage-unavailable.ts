/** The storage of media gave no usable answer: it is down, refuses us, or broke off. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
}
