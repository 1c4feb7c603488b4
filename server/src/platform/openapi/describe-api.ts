import { ALL_API_ROUTES } from 'earshot/internal';
import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import { apiPath, apiPrefix } from '../http/paths.ts';
import { buildDocument, type OpenapiDocument } from './document.ts';
import type { JsonSchema } from './json-schema.ts';
import type { ApiRoute } from './operation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Content types of files in which the route can answer, besides JSON. */
    files?: readonly string[];
  }
}

export interface DescribeOptions {
  config: { apiUrl: string; productName: string };
  cookieName: string;
  /** True if visitors who are not signed in may call a route. */
  isOpen(config: FastifyContextConfig): boolean;
}

/**
 * Collects all routes of the API that are registered later, and serves their OpenAPI document. Returns a function that
 * builds it.
 * @throws Error at start for a route without a summary
 */
export function describeApi(app: FastifyInstance, options: DescribeOptions): () => OpenapiDocument {
  const { config, cookieName, isOpen } = options;
  const prefix = apiPrefix(config.apiUrl);
  const routes: ApiRoute[] = [];
  app.addHook('onRoute', ({ url, method, schema = {}, config: own = {} }) => {
    if (!url.startsWith(`${prefix}/`) || schema.hide) return;
    if (!schema.summary) {
      throw new Error(
        `${[method].flat().join(', ')} ${url} says not what it does: schema.summary.`,
      );
    }
    const pattern = url.slice(prefix.length).replace(/:(\w+)/g, '{$1}');
    for (const verb of [method].flat().filter((name) => name !== 'HEAD')) {
      for (const { path, ending } of pathsOf(pattern, schema.params)) {
        const operationId = nameOperation(verb, pattern) + ending;
        const rest = { schema, config: own, isOpen: isOpen(own) };
        routes.push({ method: verb.toLowerCase(), path, operationId, ...rest });
      }
    }
  });
  const build = () => buildDocument({ routes, ...config, cookieName });
  let text = '';
  app.get(
    apiPath('openapi', config),
    { schema: { hide: true }, config: { action: 'api.read' } },
    async (_request, reply) => {
      text ||= JSON.stringify(build());
      return reply.type('application/json; charset=utf-8').send(text);
    },
  );
  return build;
}

/**
 * A path that begins with a parameter, such as `/{provider}/signup`, would stand for nearly every other path. It is
 * written once for each value that the parameter may have.
 */
function pathsOf(pattern: string, params: unknown): { path: string; ending: string }[] {
  const [, name = '', rest = ''] = /^\/\{(\w+)\}(.*)$/.exec(pattern) ?? [];
  const values = (params as JsonSchema | undefined)?.properties?.[name]?.enum;
  if (!values) return [{ path: pattern, ending: '' }];
  return values.map((value) => ({ path: `/${value}${rest}`, ending: toPascal([String(value)]) }));
}

/** From the name in the table of addresses: `GET /v2/shows/{show_id}`, which is called `show`, is `getShow`. */
function nameOperation(verb: string, path: string): string {
  const [name] = Object.entries(ALL_API_ROUTES).find(([, pattern]) => pattern === path) ?? [path];
  return verb.toLowerCase() + toPascal(name.split(/\W|_/).filter(Boolean));
}

const toPascal = (words: readonly string[]) =>
  words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
