import { clockTime, type LogEntry } from './log.ts';

export interface EventLogProps {
  log: readonly LogEntry[];
  onClear: () => void;
}

/** The player's messages and the results of the calls, the newest first. */
export function EventLog({ log, onClear }: EventLogProps) {
  return (
    <section className="pg-events" aria-labelledby="pg-events">
      <h2 id="pg-events">Events</h2>
      <button type="button" disabled={log.length === 0} onClick={onClear}>
        Clear
      </button>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, so the keyboard must reach it */}
      <section className="pg-log" tabIndex={0} aria-label="Log">
        {log.length === 0 && <p>Nothing yet. Press play.</p>}
        <ol>
          {log.map(({ id, at, kind, name, detail, count }) => (
            <li key={id} data-kind={kind}>
              <time dateTime={new Date(at).toISOString()}>{clockTime(at)}</time>
              <b>
                {name}
                {count > 1 && <i> ×{count}</i>}
              </b>
              <code>{detail}</code>
            </li>
          ))}
        </ol>
      </section>
    </section>
  );
}
