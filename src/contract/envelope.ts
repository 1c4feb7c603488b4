export interface SuccessEnvelope<Value> {
  response: Value;
}

export interface ErrorEnvelope {
  error: {
    /** The HTTP status, also where the transport hides it. */
    code: number;
    /** Stable name of the catalogue's entry. */
    reason: string;
    /** Field errors read `field: text`. */
    messages: string[];
  };
}

export type Envelope<Value> = SuccessEnvelope<Value> | ErrorEnvelope;

/** One page of a list. */
export interface ItemList<Item> {
  items: Item[];
  next_url: string | null;
}
