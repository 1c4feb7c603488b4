import type { LimitedScope } from '../../platform/http/actor.ts';

/**
 * The users for whom an action is allowed:
 * - `anyone`: including visitors who are not signed in; for a resource, all who may see it
 * - `member`: every signed-in user
 * - `viewer`: every signed-in user who may see the resource
 * - `editor`: the owner of the resource, editors of its show, and administrators
 * - `owner`: the owner of the resource, and administrators. Users own their account.
 * - `self`: only the user of the account, not even an administrator
 * - `admin`: administrators of the host
 */
export type Need = 'anyone' | 'member' | 'viewer' | 'editor' | 'owner' | 'self' | 'admin';

/** The kinds of resources in rules. */
export type Resource = 'show' | 'episode' | 'upload' | 'user' | 'import' | 'message';

export interface Rule {
  needs: Need;
  /** The kind of resource of the action. */
  on?: Resource;
  /** The field of the path, or else of the body, with the id of the resource. */
  named?: string;
  /** Tokens with this scope may do it as well. */
  scope?: LimitedScope;
  /** The resource may be deleted, as long as it can be restored. */
  withDeleted?: true;
}

/** All actions of the API. Every route names its action in `config.action`. */
export const ACTIONS = {
  // Public data. The read functions hide what the viewer may not see.
  'api.read': { needs: 'anyone' },
  'show.read': { needs: 'anyone' },
  'episode.read': { needs: 'anyone' },
  'user.read': { needs: 'anyone' },
  'user.see': { needs: 'anyone', on: 'user' },

  // Subscribers of a private feed.
  'feed_token.read': { needs: 'editor', on: 'show' },
  'feed_token.edit': { needs: 'editor', on: 'show' },

  // Weekly hours, and the notes of episodes.
  'schedule.edit': { needs: 'editor', on: 'show' },
  'notes.process': { needs: 'member' },

  // Search. Administrators make lists.
  'search.read': { needs: 'anyone' },
  'players.convert': { needs: 'anyone' },
  'tag.read': { needs: 'anyone' },
  'explore.read': { needs: 'anyone' },
  'explore.edit': { needs: 'admin' },

  // Imports of podcasts from other hosts.
  'import.create': { needs: 'member' },
  'import.read': { needs: 'owner', on: 'import' },
  'import.start': { needs: 'owner', on: 'import' },

  'playback.ask': { needs: 'member' },

  // Actions of authors.
  'show.create': { needs: 'member' },
  'show.edit': { needs: 'editor', on: 'show' },
  'numbers.read': { needs: 'editor', on: 'show', scope: 'numbers' },
  'numbers.read_episode': { needs: 'editor', on: 'episode', scope: 'numbers' },
  'numbers.edit': { needs: 'editor', on: 'show' },
  'dashboard.read': { needs: 'member' },
  'listening.read': { needs: 'editor', on: 'episode', scope: 'numbers' },
  // The rule checks the episode, because a key may open it.
  'listening.write': { needs: 'anyone' },
  // The rule checks that the words are public.
  'quote.create': { needs: 'anyone' },
  // The people who work on a show. Editors see each other; the owner decides.
  'member.read': { needs: 'editor', on: 'show' },
  'member.edit': { needs: 'owner', on: 'show' },
  'member.leave': { needs: 'member' },

  // Any viewer may report content to the administrators.
  'episode.report': { needs: 'viewer', on: 'episode' },
  'show.report': { needs: 'viewer', on: 'show' },
  'user.report': { needs: 'viewer', on: 'user' },
  'message.report': { needs: 'viewer', on: 'message' },

  // Accounts, jobs and storage of the host.
  'host.run': { needs: 'admin' },

  // Moving a feed also moves its audience.
  'show.move': { needs: 'owner', on: 'show' },
  'show.delete': { needs: 'owner', on: 'show' },
  'show.audit': { needs: 'owner', on: 'show' },
  'show.restore': { needs: 'owner', on: 'show', withDeleted: true },
  // Likes, follows and blocks of a user are private.
  'like.write': { needs: 'owner', on: 'user' },
  'follow.write': { needs: 'owner', on: 'user', named: 'follower_id' },
  'block.read': { needs: 'owner', on: 'user', named: 'user_permalink' },
  'block.write': { needs: 'owner', on: 'user', named: 'user_permalink' },

  // The rules of messages check the episode, because a key may open it.
  'message.read': { needs: 'anyone' },
  'message.write': { needs: 'member' },
  'message.delete': { needs: 'editor', on: 'message' },

  'flash.read': { needs: 'anyone' },
  'flash.dismiss': { needs: 'owner', on: 'user' },
  'flash.write': { needs: 'admin' },
  'episode.create': { needs: 'editor', on: 'show' },
  'episode.edit': { needs: 'editor', on: 'episode' },
  'episode.restore': { needs: 'editor', on: 'episode', withDeleted: true },

  // Services of other companies for this host.
  'provider.use': { needs: 'anyone' },
  'plan.read': { needs: 'anyone' },
  'payment.report': { needs: 'anyone' },
  'payment.use': { needs: 'member' },
  'user.pay': { needs: 'owner', on: 'user' },
  'show.publish_to_radio': { needs: 'editor', on: 'show' },
  'episode.publish_to_radio': { needs: 'editor', on: 'episode' },
  'campaign.edit': { needs: 'owner', on: 'user' },
  'push.join': { needs: 'anyone' },

  // Users and their accounts.
  'auth.enter': { needs: 'anyone' },
  'auth.leave': { needs: 'anyone' },
  'auth.prove': { needs: 'anyone' },
  'me.read': { needs: 'member' },
  'me.edit': { needs: 'member' },
  'user.edit': { needs: 'owner', on: 'user' },
  'user.restore': { needs: 'owner', on: 'user' },
  'user.export': { needs: 'self', on: 'user' },
  'user.delete': { needs: 'owner', on: 'user' },

  // Uploads. They are visible only to their owner.
  'upload.create': { needs: 'member' },
  'upload.read': { needs: 'owner', on: 'upload' },
  'upload.edit': { needs: 'owner', on: 'upload' },
} as const satisfies Record<string, Rule>;

export type Action = keyof typeof ACTIONS;

export const ruleOf = (action: Action): Rule => ACTIONS[action];

/** The default fields with the id of a resource. */
export const NAMED: Readonly<Record<Resource, string>> = {
  show: 'show_id',
  episode: 'episode_id',
  upload: 'media_id',
  user: 'user_id',
  import: 'import_id',
  message: 'message_id',
};
