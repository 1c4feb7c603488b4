/** Paths for scripts that do without the table of all paths. The build copies them into the scripts. */

export const EPISODE_PATH = '/v2/episodes/{episode_id}';
export const LOADER_PATH = '/widgets.js';
export const PLAYER_PATH = '/player';
export const PUSHER_AUTH_PATH = '/pusher/auth';
export const SHOW_PAGE_PATH = '/show/{permalink}';
export const SSO_PATH = '/v2/auth/sso';

/**
 * Drawn covers of shows without one. The address determines the whole drawing. The size is a preset of pictures, so that
 * `imageUrl` and `jpegUrl` work; the extension is `svg`, `png` or `jpg`.
 */
export const COVER_PATH = '/covers/{seed}/{letters}/{size}.{extension}';
