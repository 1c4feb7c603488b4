import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { CACHED_ROUTE, sendJson } from '../../platform/cache/send-answer.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { Created, DONE, Done, Success } from '../../platform/http/schemas.ts';
import { mustHaveShow } from '../shows/shows.ts';
import { findUserId, UserParams } from '../users/users.ts';
import {
  changeSchedule,
  createSchedule,
  deleteSchedule,
  getSchedule,
  listCalendar,
  listSchedules,
} from './schedules.ts';
import {
  CalendarItemSchema,
  CalendarQuery,
  NewScheduleBody,
  ScheduleBody,
  ScheduleParams,
  ScheduleSchema,
  ShowParams,
} from './schema.ts';

const CALENDAR_FOR_MS = 1_000; // the default range begins now

const Answer = Type.Object({ schedule: ScheduleSchema });

/** The weekly hours of a show, and the calendar of a user's shows. */
export const scheduleRoutes: Feature = async (app, deps) => {
  const { config, database } = deps;

  app.get(apiPath('show_schedules', config), {
    ...CACHED_ROUTE,
    config: { action: 'show.read' },
    schema: {
      summary: 'The weekly hours of a show',
      params: ShowParams,
      response: Success(Type.Object({ items: Type.Array(ScheduleSchema) })),
    },
    handler(request, reply) {
      const { show_id } = request.params;
      return sendJson(deps.answers, request, reply, {
        isEarly: true,
        key: `schedules ${show_id}`,
        async read(sources) {
          const readDeps = { ...deps, sources, viewer: request.actor };
          await mustHaveShow(readDeps, show_id);
          return listSchedules(readDeps, show_id);
        },
      });
    },
  });

  app.post(apiPath('show_schedules', config), {
    config: { action: 'schedule.edit' },
    schema: {
      summary: 'Adds a weekly hour to a show',
      params: ShowParams,
      body: NewScheduleBody,
      response: Created(Answer),
    },
    async handler({ params, body }) {
      return { response: { schedule: await createSchedule(database, params.show_id, body) } };
    },
  });

  const named = ({ show_id, schedule_id }: { show_id: number; schedule_id: number }) => ({
    showId: show_id,
    scheduleId: schedule_id,
  });
  const url = apiPath('show_schedule', config);

  app.get(url, {
    config: { action: 'show.read' },
    schema: {
      summary: 'A weekly hour of a show',
      params: ScheduleParams,
      response: Success(Answer),
    },
    async handler({ params, actor }) {
      await mustHaveShow({ ...deps, viewer: actor }, params.show_id);
      return { response: { schedule: await getSchedule(database, named(params)) } };
    },
  });

  app.put(url, {
    config: { action: 'schedule.edit' },
    schema: {
      summary: 'Changes a weekly hour',
      params: ScheduleParams,
      body: ScheduleBody,
      response: Success(Answer),
    },
    handler: async ({ params, body }) => ({
      response: { schedule: await changeSchedule(database, named(params), body) },
    }),
  });

  app.delete(url, {
    config: { action: 'schedule.edit' },
    schema: { summary: 'Deletes a weekly hour', params: ScheduleParams, response: Done },
    async handler({ params }) {
      await deleteSchedule(database, named(params));
      return DONE;
    },
  });

  await calendarRoute(app, deps);
};

const calendarRoute: Feature = async (app, deps) => {
  app.get(apiPath('calendar_items', deps.config), {
    ...CACHED_ROUTE,
    config: { action: 'user.see' },
    schema: {
      summary: 'Episodes and weekly hours of a user, in the order of time',
      params: UserParams,
      querystring: CalendarQuery,
      response: Success(Type.Object({ items: Type.Array(CalendarItemSchema) })),
    },
    handler(request, reply) {
      const { params, query } = request;
      return sendJson(deps.answers, request, reply, {
        maxAgeMs: CALENDAR_FOR_MS,
        isEarly: true,
        key: `calendar ${query.from} ${query.to} ${params.user_id}`,
        async read(sources) {
          const viewer = request.actor;
          const userId = await findUserId(deps.database, params.user_id, viewer);
          return listCalendar({ ...deps, sources, viewer }, userId, query);
        },
      });
    },
  });
};
