/** The loader, its pinned versions and the other built files, under `WIDGET_URL`. */
export const LOADER_ROUTES = {
  loader: '/widgets.js',
  loader_version: '/widgets.json',
  asset: '/assets/{file}',
} as const;
