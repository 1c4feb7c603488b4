import type { FastifyContextConfig, FastifySchema } from 'fastify';
import { NEUTRAL_FIELDS } from '../cache/canonical-query.ts';
import { FORM_TYPE, JSON_TYPE } from '../http/body-parsers.ts';
import type { Components } from './components.ts';
import { errorResponses } from './error-answers.ts';
import { exampleOf } from './example-of.ts';
import { type JsonSchema, toPlain } from './json-schema.ts';
import { tagOf } from './tags.ts';

/** A route of the API as the document sees it. */
export interface ApiRoute {
  method: string;
  /** Below the address of the API, with its parameters in braces. */
  path: string;
  operationId: string;
  schema: FastifySchema;
  config: FastifyContextConfig;
  /** True if the route also answers visitors who are not signed in. */
  isOpen: boolean;
}

const MULTIPART = 'multipart/form-data';

/** The OpenAPI operation of a route. */
export function toOperation(route: ApiRoute, { share }: Components): Record<string, unknown> {
  const { path, operationId, isOpen } = route;
  const { summary, description } = route.schema;
  return {
    operationId,
    ...(summary ? { summary } : {}),
    ...(description ? { description } : {}),
    tags: [tagOf(path)],
    security: [...(isOpen ? [{}] : []), { bearer: [] }, { cookie: [] }],
    parameters: parametersOf(route),
    ...bodyOf(route, share),
    responses: { ...answersOf(route, share), ...errorResponses(errorsOf(route)) },
  };
}

const isRead = ({ method }: ApiRoute) => method === 'get';

const isKeyed = ({ method, config }: ApiRoute) =>
  method === 'post' && config.idempotent !== false && !config.rawBody && config.file === undefined;

function errorsOf(route: ApiRoute): number[] {
  const { path, config, isOpen } = route;
  const isWrite = !isRead(route);
  const applies: readonly (readonly [number, boolean])[] = [
    [400, true],
    [401, true],
    [403, isWrite || !isOpen],
    [404, isWrite || path.includes('{')],
    [409, isWrite],
    [412, !isWrite],
    [413, isWrite],
    [415, isWrite],
    [422, isKeyed(route)],
    [429, config.limit !== undefined],
  ];
  return applies.filter(([, doesApply]) => doesApply).map(([status]) => status);
}

function parametersOf(route: ApiRoute): unknown[] {
  const { params, querystring } = route.schema;
  const query = fieldsIn('query', querystring).filter(({ name }) => !NEUTRAL_FIELDS.includes(name));
  const shared = [
    ...NEUTRAL_FIELDS,
    ...(isKeyed(route) ? ['IdempotencyKey'] : []),
    ...(isRead(route) ? ['IfNoneMatch'] : []),
  ];
  return [
    ...fieldsIn('path', params, route.path),
    ...query,
    ...shared.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

function fieldsIn(place: 'path' | 'query', schema: unknown, path = '') {
  const { properties = {}, required = [] } = toPlain(schema ?? {});
  return Object.entries(properties)
    .filter(([name]) => place === 'query' || path.includes(`{${name}}`))
    .map(([name, { description, ...field }]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description ? { description } : {}),
      schema: field,
    }));
}

type Share = Components['share'];

const mediaType = (schema: JsonSchema, share: Share) => ({
  schema: share(schema),
  example: exampleOf(schema).value,
});

function bodyOf({ schema, config }: ApiRoute, share: Share): { requestBody?: unknown } {
  if (!schema.body) return {};
  const body = toPlain(schema.body);
  const types = Object.entries(bodyTypes(body, config.file));
  const required = config.file !== undefined || types.some(([, part]) => part.required?.length);
  const content = types.map(([type, part]) => [type, mediaType(part, share)] as const);
  return { requestBody: { required, content: Object.fromEntries(content) } };
}

function bodyTypes(body: JsonSchema, file: string | undefined): Record<string, JsonSchema> {
  if (body.content) {
    return Object.fromEntries(
      Object.entries(body.content).map(([type, { schema }]) => [type, schema]),
    );
  }
  if (file === undefined) return { [JSON_TYPE]: body, [FORM_TYPE]: body };
  const properties = { [file]: { type: 'string', format: 'binary' }, ...body.properties };
  return { [MULTIPART]: { ...body, properties, required: [file, ...(body.required ?? [])] } };
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  200: 'The answer.',
  201: 'It was made.',
  202: 'It is being made: ask again.',
  204: 'There is nothing to send.',
};

function answersOf(route: ApiRoute, share: Share): Record<string, unknown> {
  const { response = {} } = route.schema;
  const answers = Object.entries(response as Record<string, unknown>).map(([status, schema]) => [
    status.toUpperCase(), // Fastify's 2xx is OpenAPI's 2XX
    answerOf(toPlain(schema), { status, files: route.config.files ?? [], share }),
  ]);
  const unchanged = { description: 'The client has this version already.' };
  return { ...Object.fromEntries(answers), ...(isRead(route) ? { 304: unchanged } : {}) };
}

interface Answer {
  status: string;
  files: readonly string[];
  share: Share;
}

function answerOf(schema: JsonSchema, { status, files, share }: Answer) {
  const isFile = schema.format === 'binary';
  const isEmpty = isFile || status === '204' || schema.type === 'null';
  const bytes = { schema: { type: 'string', format: 'binary' }, example: '' };
  const content = {
    ...(isEmpty ? {} : { [JSON_TYPE]: mediaType(schema, share) }),
    ...(status === '200' ? Object.fromEntries(files.map((type) => [type, bytes])) : {}),
  };
  const description = schema.description ?? DESCRIPTIONS[status] ?? 'The answer.';
  return Object.keys(content).length > 0 ? { description, content } : { description };
}
