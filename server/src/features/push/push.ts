/** Names of channels. A client of the Pusher protocol joins them (docs/push.md). */

/** What concerns one user. Only he may join it. */
export const userChannel = (userId: number): string => `private-user_${userId}`;

/** What a show has published. */
export const showChannel = (showId: number): string => `show_${showId}`;

/** What happens around an episode. */
export const episodeChannel = (episodeId: number): string => `episode_${episodeId}`;

const CHANNEL = /^(private-user|show|episode)_[1-9]\d{0,9}$/;

export const isChannel = (name: string): boolean => CHANNEL.test(name);
