import { Compile } from 'typebox/compile';
import { isBlank } from '../../platform/text/plain-text.ts';
import { readTitle } from '../../platform/text/title.ts';
import type { ScheduleFields } from './repository.ts';
import { NewScheduleBody } from './schema.ts';

const READ_MAX = 1_000;

let validator: ReturnType<typeof Compile<typeof NewScheduleBody>> | null = null;

/** The schedules in the JSON of an archived show, without invalid ones. */
export function readArchivedSchedules(json: unknown): ScheduleFields[] {
  if (!Array.isArray(json)) return [];
  validator ??= Compile(NewScheduleBody);
  const found: ScheduleFields[] = [];
  for (const entry of json.slice(0, READ_MAX)) {
    const { weekday, time, timezone, title } = Object(entry) as Record<string, unknown>;
    // PostgreSQL adds seconds.
    const fields = { weekday, time: String(time).slice(0, 5), timezone, title };
    if (!validator.Check(fields) || isBlank(fields.title)) continue;
    if (!/[\0\p{Surrogate}]/u.test(fields.timezone)) {
      found.push({ ...fields, title: readTitle(fields.title) });
    }
  }
  return found;
}
