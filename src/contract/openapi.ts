/** The description of the API for programs, under `API_URL`. */
export const OPENAPI_ROUTES = {
  openapi: '/openapi.json',
  docs: '/docs',
  docs_file: '/docs/{file}',
} as const;
