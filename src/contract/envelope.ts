export interface SuccessEnvelope<Value> {
  response: Value;
}

export interface ErrorEnvelope {
  error: {
    /** The HTTP status, for clients that cannot read it from the transport. */
    code: number;
    /** Stable name from the error catalogue. */
    reason: string;
    /** Field errors have the form `field: text`. */
    messages: string[];
    /** Only if the server failed: the id of the request in its log. */
    request_id?: string;
  };
}

export type Envelope<Value> = SuccessEnvelope<Value> | ErrorEnvelope;

/** One page of a list. */
export interface ItemList<Item> {
  items: Item[];
  next_url: string | null;
}

/** One numbered page of a list, for requests with `page`. */
export interface Pager<Item> {
  current_page: number;
  first_page: number;
  last_page: number;
  results: Item[];
}
