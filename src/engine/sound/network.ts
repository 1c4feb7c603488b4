export interface Network {
  /** False only if the browser knows that it has no connection. */
  isOnline(): boolean;
  /** Returns a function that removes the listener. */
  onOnline(listener: () => void): () => void;
  /** The current HTTP status of an address; null if unknown. Never rejects. */
  statusOf(url: string): Promise<number | null>;
}
