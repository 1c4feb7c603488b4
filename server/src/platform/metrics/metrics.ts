import type { Registry } from 'prom-client';

/** A number that is read when a monitoring system asks for it. */
interface Reading {
  name: string;
  help: string;
  read(): number;
}

interface Counted<Label extends string> extends Omit<Reading, 'read'> {
  labels: readonly Label[];
}

interface LabelledReading<Label extends string> extends Counted<Label> {
  /** A reading that fails has no values in this answer. */
  read(): Promise<{ labels: Record<Label, string>; value: number }[]>;
}

interface Timed<Label extends string> extends Counted<Label> {
  /** Upper bounds in seconds. */
  buckets: readonly number[];
}

/** The numbers of this process for a monitoring system. A host without `METRICS_PORT` has none of them. */
export interface Metrics {
  /** A number that rises and falls. */
  gauge(reading: Reading): void;
  /** Numbers that rise and fall, one for each combination of labels. */
  gauges<Label extends string>(reading: LabelledReading<Label>): void;
  /** A number that only rises while the process lives. */
  total(reading: Reading): void;
  /** Returns a function that adds to a total. */
  counter<Label extends string>(
    counted: Counted<Label>,
  ): (labels: Record<Label, string>, by?: number) => void;
  /** Returns a function that notes a duration in seconds. */
  histogram<Label extends string>(
    timed: Timed<Label>,
  ): (labels: Record<Label, string>, seconds: number) => void;
  /** All values, in the text format of Prometheus. */
  write(): Promise<string>;
  readonly contentType: string;
  close(): void;
}

/** Loads the library, which hosts without metrics never do. */
export async function createMetrics(): Promise<Metrics> {
  const { default: client } = await import('prom-client');
  const registry: Registry = new client.Registry();
  const registers = [registry];
  client.collectDefaultMetrics({ register: registry });

  return {
    gauge({ read, ...named }) {
      new client.Gauge({
        ...named,
        registers,
        collect() {
          this.set(read());
        },
      });
    },
    gauges({ read, labels, ...named }) {
      new client.Gauge({
        ...named,
        labelNames: labels,
        registers,
        async collect() {
          const values = await read().catch(() => []);
          this.reset();
          for (const { labels, value } of values) this.set(labels, value);
        },
      });
    },
    total({ read, ...named }) {
      new client.Counter({
        ...named,
        registers,
        collect() {
          this.reset();
          this.inc(read());
        },
      });
    },
    counter({ labels, ...named }) {
      const counter = new client.Counter({ ...named, labelNames: labels, registers });
      return (labels, by = 1) => counter.inc(labels, by);
    },
    histogram({ labels, buckets, ...named }) {
      const histogram = new client.Histogram({
        ...named,
        labelNames: labels,
        buckets: [...buckets],
        registers,
      });
      return (labels, seconds) => histogram.observe(labels, seconds);
    },
    write: () => registry.metrics(),
    contentType: registry.contentType,
    close: () => registry.clear(),
  };
}
