import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { CACHED_ROUTE, sendJson, UNANNOUNCED } from '../../platform/cache/send-answer.ts';
import { ListQuery, listKey } from '../../platform/http/list-page.ts';
import { apiPath } from '../../platform/http/paths.ts';
import {
  CommonQuery,
  DONE,
  Done,
  Id,
  ListAnswer,
  Success,
  UserName,
} from '../../platform/http/schemas.ts';
import { ShowSchema } from '../shows/shows.ts';
import { UserSchema } from '../users/users.ts';
import {
  followShow,
  followUser,
  listFans,
  listFavorites,
  listFollowings,
  unfollowShow,
  unfollowUser,
} from './follows.ts';

const querystring = Type.Object({ ...CommonQuery, ...ListQuery });
const userList = Success(ListAnswer(UserSchema));
const body = Type.Object({});

/** Who follows whom, and which shows. */
export const followRoutes: Feature = async (app, deps) => {
  const { config } = deps;
  const write = { action: 'follow.write', keepsAnswers: true } as const;
  const read = { ...CACHED_ROUTE, config: { action: 'user.read' } } as const;

  const userPair = Type.Object({ follower_id: UserName, followed_id: UserName });
  app.put(
    apiPath('follow_user', config),
    {
      config: write,
      schema: { summary: 'Follows a user', params: userPair, body, response: Done },
    },
    async ({ params: { follower_id, followed_id }, actor }) => {
      await followUser(deps, { follower: follower_id, followed: followed_id }, actor);
      return DONE;
    },
  );
  app.delete(
    apiPath('follow_user', config),
    {
      config: write,
      schema: { summary: 'Follows a user no longer', params: userPair, response: Done },
    },
    async ({ params: { follower_id, followed_id }, actor }) => {
      await unfollowUser(deps, { follower: follower_id, followed: followed_id }, actor);
      return DONE;
    },
  );

  const showPair = Type.Object({ follower_id: UserName, followed_id: Id });
  app.put(
    apiPath('follow_show', config),
    {
      config: write,
      schema: { summary: 'Follows a show', params: showPair, body, response: Done },
    },
    async ({ params: { follower_id, followed_id }, actor }) => {
      await followShow(deps, { follower: follower_id, showId: followed_id }, actor);
      return DONE;
    },
  );
  app.delete(
    apiPath('follow_show', config),
    {
      config: write,
      schema: { summary: 'Follows a show no longer', params: showPair, response: Done },
    },
    async ({ params: { follower_id, followed_id }, actor }) => {
      await unfollowShow(deps, { follower: follower_id, showId: followed_id }, actor);
      return DONE;
    },
  );

  app.get(
    apiPath('followings', config),
    {
      ...read,
      schema: {
        summary: 'The users that a user follows',
        params: Type.Object({ user_id: UserName }),
        querystring,
        response: userList,
      },
    },
    (request, reply) => {
      const { user_id } = request.params;
      return sendJson(deps.answers, request, reply, {
        ...UNANNOUNCED,
        isEarly: true,
        key: `followings ${user_id} ${listKey(request.query)}`,
        read: (sources) =>
          listFollowings({ ...deps, sources, viewer: request.actor }, user_id, request.query),
      });
    },
  );
  app.get(
    apiPath('fans', config),
    {
      ...read,
      schema: {
        summary: 'The users who follow a user',
        params: Type.Object({ followed_id: UserName }),
        querystring,
        response: userList,
      },
    },
    (request, reply) => {
      const { followed_id } = request.params;
      return sendJson(deps.answers, request, reply, {
        ...UNANNOUNCED,
        isEarly: true,
        key: `fans ${followed_id} ${listKey(request.query)}`,
        read: (sources) =>
          listFans({ ...deps, sources, viewer: request.actor }, followed_id, request.query),
      });
    },
  );
  app.get(
    apiPath('favorites', config),
    {
      ...read,
      schema: {
        summary: 'The shows that a user follows',
        params: Type.Object({ user_permalink: UserName }),
        querystring,
        response: Success(ListAnswer(ShowSchema)),
      },
    },
    (request, reply) => {
      const { user_permalink } = request.params;
      return sendJson(deps.answers, request, reply, {
        ...UNANNOUNCED,
        isEarly: true,
        key: `favorites ${user_permalink} ${listKey(request.query)}`,
        read: (sources) =>
          listFavorites({ ...deps, sources, viewer: request.actor }, user_permalink, request.query),
      });
    },
  );
};
