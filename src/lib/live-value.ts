/** A value, or a function that returns the current value. */
export type LiveValue<Value> = Value | (() => Value);

export function readLive<Value extends string | null | undefined>(value: LiveValue<Value>): Value {
  return typeof value === 'function' ? value() : value;
}
