import type { FastifyInstance } from 'fastify';

export interface ListedRoute {
  methods: string[];
  /** In the router's notation: `/api/show/:show_id`. */
  path: string;
}

/** Every route of the server, read from the tree that Fastify prints. */
export function listRoutes(app: FastifyInstance): ListedRoute[] {
  const parents: string[] = [];
  return app
    .printRoutes()
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', names = ''] =
        /^([│├└─\s]*)(\S+)(?: \((.+)\))?$/.exec(line) ?? [];
      const depth = indent.length / 4;
      parents[depth] = (parents[depth - 1] ?? '') + part;
      const methods = names.split(', ').filter((name) => name !== '' && name !== 'OPTIONS');
      return methods.length > 0 ? [{ methods, path: parents[depth] ?? '' }] : [];
    });
}
