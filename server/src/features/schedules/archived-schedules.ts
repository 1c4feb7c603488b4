import { Compile } from 'typebox/compile';
import { cleanLine } from '../../platform/text/clean-text.ts';
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
    if (!validator.Check(fields)) continue;
    const { title: words, ...when } = fields;
    if (!/[\0\p{Surrogate}]/u.test(when.timezone)) found.push({ ...when, title: cleanLine(words) });
  }
  return found;
}
