import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifyContextConfig, FastifyInstance, RouteOptions } from 'fastify';
import { apiPath, apiPrefix } from '../http/paths.ts';
import { ERROR_RESPONSES, ERROR_SCHEMA } from './error-answers.ts';
import { toPlain } from './json-schema.ts';
import { completeOperation, describeFields, type Operation, placesOf } from './operation.ts';
import { PARAMETERS } from './parameters.ts';
import { shareTitled } from './share-titled.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Content types of files in which the route can answer, besides JSON. */
    files?: readonly string[];
  }
}

/** An OpenAPI 3.1 document, as far as this program looks into it. */
export interface OpenapiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: Readonly<Record<string, unknown>>;
  readonly [part: string]: unknown;
}

export interface DescribeOptions {
  config: { apiUrl: string; productName: string };
  /** Name of the session cookie. */
  cookieName: string;
  /** The parts of the API, in the order in which the document shows them. */
  tags: readonly { name: string; description: string }[];
  /** True if visitors who are not signed in may call a route. */
  isOpen(config: FastifyContextConfig): boolean;
  /** The scope of the tokens that suffice for a route, besides those without a limit. */
  scopeOf(config: FastifyContextConfig): string | undefined;
}

/**
 * Describes all routes of the API that are registered later, and serves their OpenAPI document.
 * @throws Error at start for a route without a summary
 */
export async function describeApi(app: FastifyInstance, options: DescribeOptions): Promise<void> {
  const { config } = options;
  const prefix = apiPrefix(config.apiUrl);
  const isDescribed = ({ url, schema }: Pick<RouteOptions, 'url' | 'schema'>) =>
    url.startsWith(`${prefix}/`) && !schema?.hide;
  const routes = new Map<string, RouteOptions>();
  app.addHook('onRoute', (route) => {
    if (!isDescribed(route)) return;
    const path = route.url.slice(prefix.length).replace(/:(\w+)/g, '{$1}');
    for (const verb of [route.method].flat()) {
      if (!route.schema?.summary) {
        throw new Error(
          `${verb} ${route.url} needs a schema.summary: what it does, in a few words.`,
        );
      }
      routes.set(`${verb.toLowerCase()} ${path}`, route);
    }
  });
  await app.register(swagger, {
    openapi: headOf(options),
    convertConstToEnum: false,
    transform: ({ url, route }) =>
      isDescribed(route)
        ? { url: url.slice(prefix.length), schema: describeFields(route) }
        : { url, schema: { hide: true } },
    transformObject: (made) => complete(JSON.parse(JSON.stringify(Object.values(made)[0]))),
  });

  function complete(document: OpenapiDocument): OpenapiDocument {
    const paths: Record<string, Record<string, unknown>> = {};
    for (const [pattern, operations] of Object.entries(document.paths)) {
      for (const [verb, operation] of Object.entries(operations)) {
        if (verb === 'head') continue;
        const { config: own = {}, schema = {} } = routes.get(`${verb} ${pattern}`) ?? {};
        const who = { isOpen: options.isOpen(own), scope: options.scopeOf(own) };
        for (const place of placesOf(verb, pattern, toPlain(schema.params ?? {}))) {
          const about = { verb, path: place.path, config: own, ...who };
          const whole = completeOperation(operation as Operation, about);
          paths[place.path] = {
            ...paths[place.path],
            [verb]: { operationId: place.operationId, ...whole },
          };
        }
      }
    }
    const schemas = { Error: ERROR_SCHEMA };
    const components = { ...document.components, schemas };
    return { ...document, paths: shareTitled(paths, schemas), components };
  }

  let text = '';
  app.get(apiPath('openapi', config), {
    schema: { hide: true },
    config: { action: 'api.read' },
    async handler(_request, reply) {
      text ||= JSON.stringify(app.swagger());
      return reply.type('application/json; charset=utf-8').send(text);
    },
  });
}

const DESCRIPTION = `A success is \`{"response": ...}\`, a failure \`{"error": {"code", "reason", "messages"}}\`.

Bodies are JSON or form-encoded. The query stands for an empty body. A write refuses unknown fields and names all wrong
ones at once; a GET ignores unknown fields.`;

function headOf({
  config,
  cookieName,
  tags,
}: DescribeOptions): NonNullable<FastifyDynamicSwaggerOptions['openapi']> {
  return {
    openapi: '3.1.0',
    info: {
      title: `${config.productName} API`,
      version: '2',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: config.apiUrl }],
    tags: [...tags],
    components: {
      parameters: PARAMETERS,
      responses: ERROR_RESPONSES,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The token of a login or of a program. A token of a program can have a scope: it may then call only the operations that name the scope, and read public data.',
        },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: cookieName,
          description: 'The session of the site. A write must also carry the `Origin` of the site.',
        },
      },
    },
  };
}
