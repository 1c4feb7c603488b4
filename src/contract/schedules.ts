/** A weekly hour at which a show goes on the air or publishes. */
export interface Schedule {
  schedule_id: number;
  show_id: number;
  /** 0 (Sunday) to 6 (Saturday), in the time zone. */
  weekday: number;
  /** HH:MM on a clock of 24 hours, in the time zone. */
  time: string;
  /** A name of the IANA time zone database, e.g. `Europe/Rome`. */
  timezone: string;
  title: string;
}

/** An entry of the calendar of a user's shows. */
export interface CalendarItem {
  /** `episode` is published, `scheduled` will be, `schedule` is a weekly hour. */
  type: 'episode' | 'scheduled' | 'schedule';
  /** ISO 8601 in UTC. */
  starts_at: string;
  title: string;
  /** Null for a weekly hour. */
  episode_id: number | null;
  show_id: number;
}
