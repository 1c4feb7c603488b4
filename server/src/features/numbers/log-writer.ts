import { randomUUID } from 'node:crypto';

export interface NotedBatch<Row> {
  /** UUID. */
  id: string;
  rows: readonly Row[];
}

export interface WriterPorts<Row> {
  /** The rows in words, for reports: `requests for audio`. */
  name: string;
  /** Writes a batch, or nothing if it is written already. Rejects if the result is unknown. */
  save(batch: NotedBatch<Row>): Promise<unknown>;
  report(message: string): void;
  /** Calls `run` after this time, unless the process has ended before. */
  later?(run: () => void, ms: number): void;
}

export interface LogWriter<Row> {
  /** Never throws and never waits. */
  add(row: Row): void;
  /** Writes all rows now. Never rejects: if the database does not answer, the rows stay for the next attempt. */
  flush(): Promise<void>;
  /** The rows that are not written yet. */
  waiting(): number;
  /** The rows since the beginning that could not be written. */
  lost(): number;
  /** Writes all rows, and reports those that could not be written. */
  close(): Promise<void>;
}

const DELAY_MS = 1_000;
const BATCH_ROWS = 1_000;
const KEPT_ROWS = 50_000; // about 25 MB

/** PostgreSQL's errors about values and constraints: such a batch can never be written, and must not hold up others. */
const WRONG_DATA = /^2[23]...$/;

function runLater(run: () => void, ms: number): void {
  setTimeout(run, ms).unref();
}

/** Collects rows in memory and writes them together. A killed process loses the rows of its last second. */
export function createLogWriter<Row>({
  name,
  save,
  report,
  later = runLater,
}: WriterPorts<Row>): LogWriter<Row> {
  let waiting: Row[] = [];
  /** Sent again unchanged until its result is known. */
  let batch: NotedBatch<Row> | null = null;
  let lost = 0;
  let lostBefore = 0; // and reported
  let hasFailed = false;
  let isDue = false;
  let writing: Promise<void> | null = null;

  function add(row: Row): void {
    if (waiting.length + (batch?.rows.length ?? 0) >= KEPT_ROWS) {
      lost += 1;
      return;
    }
    waiting.push(row);
    if (waiting.length === BATCH_ROWS) void flush();
    else schedule();
  }

  function schedule(): void {
    if (isDue) return;
    isDue = true;
    later(() => {
      isDue = false;
      void flush();
    }, DELAY_MS);
  }

  function flush(): Promise<void> {
    writing ??= writeAll().finally(() => {
      writing = null;
    });
    return writing;
  }

  async function writeAll(): Promise<void> {
    while (batch || waiting.length > 0) {
      batch ??= { id: randomUUID(), rows: waiting.splice(0, BATCH_ROWS) };
      try {
        await save(batch);
      } catch (error) {
        if (!hasFailed) report(`The log of ${name} cannot be written: ${error}`);
        hasFailed = true;
        if (!WRONG_DATA.test(String((error as { code?: unknown }).code))) return schedule();
        lost += batch.rows.length;
      }
      batch = null;
    }
    hasFailed = false;
    reportLost();
  }

  function reportLost(): void {
    if (lost > 0) report(`${lost} ${name} are missing in the log and will not be counted.`);
    lostBefore += lost;
    lost = 0;
  }

  return {
    add,
    flush,
    waiting: () => waiting.length + (batch?.rows.length ?? 0),
    lost: () => lostBefore + lost,
    async close() {
      await flush();
      lost += waiting.length + (batch?.rows.length ?? 0);
      waiting = [];
      batch = null;
      reportLost();
    },
  };
}
