/** A value, or a function that gives the value of the moment. */
export type LiveValue<Value> = Value | (() => Value);

export function readLive<Value extends string | null | undefined>(value: LiveValue<Value>): Value {
  return typeof value === 'function' ? value() : value;
}
