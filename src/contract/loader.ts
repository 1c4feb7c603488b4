/** The loader, its pinned versions and the other built files, under `WIDGET_URL`. */
export const LOADER_ROUTES = {
  loader: '/widgets.js',
  loader_version: '/widgets.json',
  continue: '/continue',
  asset: '/assets/{file}',
} as const;
