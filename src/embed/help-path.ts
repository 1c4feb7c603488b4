/** Followed by the reason of a problem with an embed, relative to `WIDGET_URL`: leads to its explanation. */
export const HELP_PATH = '/help/';
