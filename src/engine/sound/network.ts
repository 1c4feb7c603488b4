export interface Network {
  /** False only if the browser knows that it has no connection. */
  isOnline(): boolean;
  /** Returns a function that removes the listener. */
  onOnline(listener: () => void): () => void;
  /** HTTP status of an address at this moment; null if it cannot be known. Never rejects. */
  statusOf(url: string): Promise<number | null>;
}
