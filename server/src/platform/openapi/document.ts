import { createComponents } from './components.ts';
import { ERROR_RESPONSES, ERROR_SCHEMA } from './error-answers.ts';
import { type ApiRoute, toOperation } from './operation.ts';
import { tagsOf } from './tags.ts';

/** An OpenAPI 3.1 document, as far as this program looks into it. */
export interface OpenapiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly [part: string]: unknown;
}

export interface DocumentOptions {
  routes: readonly ApiRoute[];
  apiUrl: string;
  productName: string;
  /** Name of the session cookie. */
  cookieName: string;
}

/** Describes all routes of the API. */
export function buildDocument(options: DocumentOptions): OpenapiDocument {
  const { routes, apiUrl, productName, cookieName } = options;
  const components = createComponents({ Error: ERROR_SCHEMA });
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    paths[route.path] ??= {};
    Object.assign(paths[route.path] ?? {}, { [route.method]: toOperation(route, components) });
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${productName} API`,
      version: '2',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: apiUrl }],
    tags: tagsOf(Object.keys(paths)),
    paths,
    components: {
      schemas: components.schemas,
      responses: ERROR_RESPONSES,
      parameters: PARAMETERS,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
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

const DESCRIPTION = `A success is \`{"response": ...}\`, a failure \`{"error": {"code", "reason", "messages"}}\`.

Bodies are JSON or form-encoded. The query stands for an empty body. A write refuses unknown fields and names all wrong
ones at once; a GET ignores unknown fields.`;

const neutral = (name: string, description: string, example: string) => ({
  name,
  in: 'query',
  description,
  schema: { type: 'string' },
  example,
});

const PARAMETERS = {
  culture: neutral('culture', 'Language of the person who asks.', 'it-IT'),
  c: neutral('c', 'The same as `culture`, for short.', 'it'),
  escape: neutral(
    'escape',
    'Accepted everywhere and without effect: texts are never escaped.',
    'false',
  ),
  v: neutral('v', 'Accepted everywhere and without effect: version of the client.', '1'),
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'The POST is carried out once for each key, however often it is sent.',
    schema: { type: 'string', minLength: 1, maxLength: 257 },
    example: '"8e03978e-40d5-43dd-bc93-6894a57f9324"',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of the version that the client has.',
    schema: { type: 'string' },
    example: '"8YAYBDrFYVxBHCT9tvcEIg"',
  },
};
