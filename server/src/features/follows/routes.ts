import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { DONE, Done, Id, UserName } from '../../platform/http/schemas.ts';
import { ShowSchema } from '../shows/shows.ts';
import { serveListOfUser, UserSchema } from '../users/users.ts';
import {
  FANS,
  FAVORITES,
  FOLLOWINGS,
  followShow,
  followUser,
  unfollowShow,
  unfollowUser,
} from './follows.ts';

const body = Type.Object({});

/** Follows of users and shows. */
export const followRoutes: Feature = async (app, deps) => {
  const { config } = deps;
  const write = { action: 'follow.write' } as const;

  const userPair = Type.Object({ follower_id: UserName, followed_id: UserName });
  app.put(apiPath('follow_user', config), {
    config: write,
    schema: { summary: 'Follows a user', params: userPair, body, response: Done },
    async handler({ params: { follower_id, followed_id }, actor }) {
      await followUser(deps, { follower: follower_id, followed: followed_id }, actor);
      return DONE;
    },
  });
  app.delete(apiPath('follow_user', config), {
    config: write,
    schema: { summary: 'Follows a user no longer', params: userPair, response: Done },
    async handler({ params: { follower_id, followed_id }, actor }) {
      await unfollowUser(deps, { follower: follower_id, followed: followed_id }, actor);
      return DONE;
    },
  });

  const showPair = Type.Object({ follower_id: UserName, followed_id: Id });
  app.put(apiPath('follow_show', config), {
    config: write,
    schema: { summary: 'Follows a show', params: showPair, body, response: Done },
    async handler({ params: { follower_id, followed_id }, actor }) {
      await followShow(deps, { follower: follower_id, showId: followed_id }, actor);
      return DONE;
    },
  });
  app.delete(apiPath('follow_show', config), {
    config: write,
    schema: { summary: 'Follows a show no longer', params: showPair, response: Done },
    async handler({ params: { follower_id, followed_id }, actor }) {
      await unfollowShow(deps, { follower: follower_id, showId: followed_id }, actor);
      return DONE;
    },
  });

  serveListOfUser(app, deps, {
    list: FOLLOWINGS,
    summary: 'The users that a user follows',
    item: UserSchema,
  });
  serveListOfUser(app, deps, {
    list: FANS,
    summary: 'The users who follow a user',
    item: UserSchema,
  });
  serveListOfUser(app, deps, {
    list: FAVORITES,
    summary: 'The shows that a user follows',
    item: ShowSchema,
  });
};
