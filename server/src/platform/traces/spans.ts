import { AsyncLocalStorage } from 'node:async_hooks';

export type Attributes = Readonly<Record<string, string | number>>;

/** A piece of work in a trace. */
export interface Span {
  /** Begins a span below this one: a query, or a request of this process to itself. */
  begin(name: string, attributes: Attributes, kind?: 'query' | 'inner'): Span;
  end(ended?: { name?: string; attributes?: Attributes; error?: unknown }): void;
}

const current = new AsyncLocalStorage<Span>();
let isTracing = false;

/** From now on, work is looked up in its trace. A process without traces never pays for that. */
export function beginTracing(): void {
  isTracing = true;
}

/** Runs something, and everything that it begins, as part of a span. */
export const runInSpan = <Result>(span: Span, run: () => Result): Result => current.run(span, run);

export const currentSpan = (): Span | undefined => current.getStore();

/** Runs something as a span below the current one. Without one it only runs. */
export function traced<Result>(
  name: string,
  attributes: Attributes,
  run: () => Promise<Result>,
): Promise<Result> {
  const span = isTracing ? current.getStore()?.begin(name, attributes) : undefined;
  if (!span) return run();
  return run().then(
    (result) => {
      span.end();
      return result;
    },
    (error: unknown) => {
      span.end({ error });
      throw error;
    },
  );
}
