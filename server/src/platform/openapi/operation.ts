import type { FastifyContextConfig, FastifySchema, RouteOptions } from 'fastify';
import { NEUTRAL_FIELDS } from '../cache/canonical-query.ts';
import { FILE_TYPE, FORM_TYPE, JSON_TYPE } from '../http/body-parsers.ts';
import { SERVED_ROUTES } from '../http/paths.ts';
import { errorResponses } from './error-answers.ts';
import { exampleOf } from './example-of.ts';
import { type JsonSchema, toPlain } from './json-schema.ts';

const ANSWERS: Readonly<Record<string, string>> = {
  201: 'It was made.',
  202: 'It is being made: ask again.',
  204: 'There is nothing to send.',
};

/** The schema of a route, with an example and the content types of its body and of its answers. */
export function describeFields({ schema = {}, config = {} }: RouteOptions): FastifySchema {
  const answers = Object.entries((schema.response ?? {}) as Record<string, unknown>);
  const body = schema.body
    ? { body: { content: bodyTypes(toPlain(schema.body), config.file) } }
    : {};
  const response = answers.map(([status, answer]) => [
    status,
    answerOf(toPlain(answer), status, config.files ?? []),
  ]);
  return { ...schema, ...body, response: Object.fromEntries(response) };
}

function bodyTypes(body: JsonSchema, file: string | undefined): JsonSchema['content'] {
  const withExample = (schema: JsonSchema) => ({
    schema: { ...schema, examples: [exampleOf(schema)] },
  });
  if (body.content) {
    const types = Object.entries(body.content);
    return Object.fromEntries(types.map(([type, { schema }]) => [type, withExample(schema)]));
  }
  if (file === undefined) return { [JSON_TYPE]: withExample(body), [FORM_TYPE]: withExample(body) };
  const properties = { [file]: { type: 'string', format: 'binary' }, ...body.properties };
  const required = [file, ...(body.required ?? [])];
  return { [FILE_TYPE]: withExample({ ...body, properties, required }) };
}

function answerOf(schema: JsonSchema, status: string, files: readonly string[]) {
  const description = schema.description ?? ANSWERS[status] ?? 'The answer.';
  const isEmpty = schema.format === 'binary' || status === '204' || schema.type === 'null';
  const bytes = { schema: { type: 'string', format: 'binary' }, example: '' };
  const types = [
    ...(isEmpty ? [] : [[JSON_TYPE, { schema, example: exampleOf(schema) }]]),
    ...(status === '200' ? files.map((type) => [type, bytes]) : []),
  ];
  return types.length > 0
    ? { description, content: Object.fromEntries(types) }
    : { description, type: 'null' };
}

/** An OpenAPI operation, as far as it is completed here. */
export interface Operation {
  parameters?: readonly { name: string; in: string }[];
  requestBody?: { content: Readonly<Record<string, { schema: JsonSchema }>> };
  responses: Readonly<Record<string, unknown>>;
}

interface About {
  verb: string;
  /** Below the address of the API, with its parameters in braces. */
  path: string;
  config: FastifyContextConfig;
  /** True if the route also answers visitors who are not signed in. */
  isOpen: boolean;
  /** The scope of the tokens that suffice, besides those without a limit. */
  scope: string | undefined;
}

/** Adds the facts that follow from the rules for all routes: errors, shared parameters, who may ask. */
export function completeOperation(operation: Operation, about: About): Record<string, unknown> {
  const { verb, path, config, isOpen, scope } = about;
  const { parameters = [], requestBody, responses, ...rest } = operation;
  const isRead = verb === 'get';
  const isKeyed =
    verb === 'post' && config.idempotent !== false && !config.rawBody && config.file === undefined;
  const own = parameters.filter((field) =>
    field.in === 'path' ? path.includes(`{${field.name}}`) : !NEUTRAL_FIELDS.includes(field.name),
  );
  const shared = [
    ...NEUTRAL_FIELDS,
    ...(isKeyed ? ['IdempotencyKey'] : []),
    ...(isRead ? ['IfNoneMatch'] : []),
  ].map((name) => ({ $ref: `#/components/parameters/${name}` }));
  const content = requestBody?.content ?? {};
  const needsBody = Object.values(content).some(({ schema }) => schema.required?.length);
  const statuses = [
    ...[400, 401],
    ...(isRead && isOpen ? [] : [403]),
    ...(isRead && !path.includes('{') ? [] : [404]),
    ...(isRead ? [412] : [409, 413, 415]),
    ...(isKeyed ? [422] : []),
    ...(config.limit === undefined ? [] : [429]),
  ];
  return {
    ...rest,
    security: [...(isOpen ? [{}] : []), { bearer: scope ? [scope] : [] }, { cookie: [] }],
    parameters: [...own, ...shared],
    ...(requestBody ? { requestBody: { required: needsBody, content } } : {}),
    responses: {
      ...responses,
      ...(isRead ? { 304: { description: 'The client has this version already.' } } : {}),
      ...errorResponses(statuses),
    },
  };
}

/**
 * The addresses of a route, with the names of its operations. An address that begins with a parameter, such as
 * `/{provider}/signup`, would match nearly every other address, so it is listed once for each value of the parameter.
 */
export function placesOf(verb: string, pattern: string, params: JsonSchema) {
  const operationId = nameOperation(verb, pattern);
  const [, name = '', rest = ''] = /^\/\{(\w+)\}(.*)$/.exec(pattern) ?? [];
  const values = params.properties?.[name]?.enum;
  if (!values) return [{ path: pattern, operationId }];
  return values.map((value) => ({
    path: `/${value}${rest}`,
    operationId: operationId + toPascal([String(value)]),
  }));
}

/** From the name in the table of addresses: `GET /v2/shows/{show_id}`, which is called `show`, is `getShow`. */
function nameOperation(verb: string, path: string): string {
  const [name] = Object.entries(SERVED_ROUTES).find(([, pattern]) => pattern === path) ?? [path];
  return verb + toPascal(name.split(/\W|_/).filter(Boolean));
}

const toPascal = (words: readonly string[]) =>
  words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
