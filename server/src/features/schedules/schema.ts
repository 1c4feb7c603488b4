import type { CalendarItem, Schedule } from 'earshot/contract';
import { type Static, Type } from 'typebox';
import { Id, type IsSame, Nullable } from '../../platform/http/schemas.ts';
import { readTitle } from '../../platform/text/title.ts';

export const ScheduleSchema = Type.Object({
  schedule_id: Type.Integer(),
  show_id: Type.Integer(),
  weekday: Type.Integer(),
  time: Type.String(),
  timezone: Type.String(),
  title: Type.String(),
});
true satisfies IsSame<Static<typeof ScheduleSchema>, Schedule>;

export const CalendarItemSchema = Type.Object({
  type: Type.Enum(['episode', 'scheduled', 'schedule'], { type: 'string' }),
  starts_at: Type.String(),
  title: Type.String(),
  episode_id: Nullable(Type.Integer()),
  show_id: Type.Integer(),
});
true satisfies IsSame<Static<typeof CalendarItemSchema>, CalendarItem>;

const FIELDS = {
  weekday: Type.Integer({ minimum: 0, maximum: 6 }),
  time: Type.String({
    pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
    'x-rule': 'time_of_day',
    description: 'HH:MM, 24 hours',
  }),
  timezone: Type.String({ minLength: 1, maxLength: 64 }),
  title: Type.String({ minLength: 1, maxLength: 200, 'x-read-by': readTitle }),
};

export const NewScheduleBody = Type.Object(FIELDS);
export const ScheduleBody = Type.Partial(NewScheduleBody);
export const ShowParams = Type.Object({ show_id: Id });
export const ScheduleParams = Type.Object({ show_id: Id, schedule_id: Id });
export const CalendarQuery = Type.Object({
  from: Type.Optional(Type.String({ maxLength: 40 })),
  to: Type.Optional(Type.String({ maxLength: 40 })),
});
