/** A notice of the host to all who have not dismissed it. */
export interface FlashMessage {
  name: string;
  /** Plain text. */
  message: string;
}
