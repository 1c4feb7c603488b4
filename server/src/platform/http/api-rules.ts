import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { NEUTRAL_FIELDS } from '../cache/canonical-query.ts';
import { tagRead } from '../cache/send-answer.ts';
import { FORM_TYPE, JSON_TYPE, unsupportedType } from './body-parsers.ts';
import type { FieldSchema } from './coerce-fields.ts';
import { unknownWords } from './field-errors.ts';
import { onlyFields, refuseBrokenQuery, type Texts } from './form-fields.ts';
import { apiPrefix } from './paths.ts';
import { showName } from './read-json.ts';
import { invalid, Refusal } from './refusal.ts';
import { createValidatorCompiler, UNREAD } from './validate-request.ts';

declare module 'fastify' {
  interface FastifySchema {
    /** A short description of the route. Every route of the API has one. */
    summary?: string;
    /** Further facts for clients. */
    description?: string;
    /** True for a route that is meant for people, and that the document omits. */
    hide?: boolean;
  }
  interface FastifyContextConfig {
    /** Name of the file that the route takes in a multipart body: see `receiveFile`. */
    file?: string;
    /** The handler reads the body itself, without rules for fields. */
    rawBody?: boolean;
  }
  interface FastifyRequest {
    /** The language requested with `culture` or `c`, e.g. `it-IT`. Null without one. */
    readonly culture: string | null;
  }
}

const WRITES = /^(POST|PUT|PATCH|DELETE)$/;
const TAKES_BODY = /^(POST|PUT|PATCH)$/;
const CULTURE = /^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i;

/**
 * Applies the same rules to every API route: it declares its input and answers, the fields `culture`, `escape`, `c`
 * and `v` are accepted everywhere, and a write refuses every other field that its schema does not name.
 */
export function applyApiRules(app: FastifyInstance, { apiUrl }: { apiUrl: string }): void {
  const prefix = `${apiPrefix(apiUrl)}/`;
  app.setValidatorCompiler(createValidatorCompiler());
  app.decorateRequest('culture', { getter: readCulture });
  app.addHook('onRoute', (route) => {
    if (isCreating(route)) route.preHandler = [...[route.preHandler ?? []].flat(), beginCreated];
    if (!route.url.startsWith(prefix)) return;
    route.onRequest = [refuseBroken, ...[route.onRequest ?? []].flat()];
    const methods = [route.method].flat();
    if (methods.includes('GET') || methods.includes('HEAD')) {
      route.compress ??= false; // tagRead compresses, because each encoding has its own tag
      route.onSend = [tagRead, ...[route.onSend ?? []].flat()];
    }
    if (route.schema?.hide) return;
    requireResponse(route);
    const isWrite = methods.some((method) => WRITES.test(method));
    if (!isWrite || route.config?.rawBody) return;
    requireBody(route);
    route.schema = { ...route.schema, ...closeBody(route.schema?.body) };
    route.preValidation = [prepareWrite(fieldsOf(route)), ...[route.preValidation ?? []].flat()];
  });
}

function refuseBroken({ raw }: FastifyRequest, _reply: unknown, done: () => void): void {
  refuseBrokenQuery(raw.url ?? '');
  done();
}

/** The only success of its schema is 201, see Created(). */
const isCreating = ({ schema }: RouteOptions): boolean =>
  Object.keys(schema?.response ?? {}).join() === '201';

function beginCreated(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.code(201);
  done();
}

const nameOf = ({ method, url }: RouteOptions) => `${[method].flat().join(', ')} ${url}`;

/** The serialiser sends only fields of the schema, which keeps secrets inside. */
function requireResponse(route: RouteOptions): void {
  const statuses = Object.keys(route.schema?.response ?? {});
  if (statuses.some((status) => /^2/.test(status))) return;
  throw new Error(`${nameOf(route)} needs a schema for its answer: schema.response, see Success()`);
}

function requireBody(route: RouteOptions): void {
  const takesBody = [route.method].flat().some((method) => TAKES_BODY.test(method));
  if (!takesBody || route.schema?.body) return;
  throw new Error(
    `${nameOf(route)} needs a schema for its body: schema.body, an empty Type.Object({}) if it takes no fields`,
  );
}

interface BodySchema extends FieldSchema {
  readonly content?: Readonly<Record<string, { schema: FieldSchema }>>;
}

/** A copy of the schema in which every object refuses unknown fields. Forms are accepted wherever JSON is. */
function closeBody(body: unknown): { body?: unknown } {
  if (!body) return {};
  const { content } = body as BodySchema;
  if (!content) return { body: closed(body) };
  const json = content[JSON_TYPE];
  return { body: { content: closed({ ...content, ...(json ? { [FORM_TYPE]: json } : {}) }) } };
}

function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = mapValues(schema, (part, key) => {
    return key === 'properties' ? mapValues(Object(part), closed) : closed(part);
  });
  return 'properties' in copy ? { additionalProperties: false, ...copy } : copy;
}

function mapValues(object: object, change: (value: unknown, key: string) => unknown) {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, change(value, key)] as const),
  );
}

interface KnownFields {
  query: readonly string[];
  /** Null if the route takes no fields in its body. */
  body: readonly string[] | null;
  /** The content types, if the route takes different bodies. */
  types: readonly string[] | null;
  file: boolean;
}

function fieldsOf({ schema = {}, config }: RouteOptions): KnownFields {
  const { content, ...plain } = (schema.body ?? {}) as BodySchema;
  const fields = content ? content[JSON_TYPE]?.schema : schema.body ? plain : undefined;
  return {
    query: Object.keys((schema.querystring as FieldSchema | undefined)?.properties ?? {}),
    body: fields ? Object.keys(fields.properties ?? {}) : null,
    types: content ? Object.keys(content) : null,
    file: config?.file !== undefined,
  };
}

/** Prepares the body of a write for its schema: an empty body is replaced by the query. */
function prepareWrite(known: KnownFields) {
  return (request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void => {
    try {
      request.body = readBody(request, known);
      done();
    } catch (error) {
      done(error as Error);
    }
  };
}

function readBody(request: FastifyRequest, known: KnownFields): unknown {
  const query = restOfQuery(request, known);
  const isMultipart = request.isMultipart?.() ?? false;
  if (isMultipart && !known.file) throw unsupportedType(known.types ?? [JSON_TYPE, FORM_TYPE]);
  const body = isMultipart ? UNREAD : request.body;
  // Fastify also passes null to validators for a missing body, so the JSON text "null" is refused here.
  if (body === null) throw invalid('request', 'must be an object with fields');
  if (body === undefined && known.body && !known.types) return query;
  refuseUnknown(Object.keys(query), known.query);
  if (known.types) requireType(request, known.types);
  if (body === UNREAD || body === undefined) return body;
  const fields = withoutNeutral(request, body, known.body ?? []);
  if (!known.body && !known.types) refuseUnknown(namesOf(fields), []);
  return fields;
}

/** The fields of the query that the query's own schema does not name. */
function restOfQuery({ query }: FastifyRequest, known: KnownFields): Texts {
  return onlyFields(
    query as Texts,
    (name) => !NEUTRAL_FIELDS.includes(name) && !known.query.includes(name.replace(/\[\]$/, '')),
  );
}

function refuseUnknown(names: readonly string[], known: readonly string[]): void {
  if (names.length === 0) return;
  const words = unknownWords(known);
  const said = names.slice(0, 20).map((name) => ({ field: showName(name), words }) as const);
  throw new Refusal('INVALID_REQUEST', said);
}

function requireType({ mediaType, body }: FastifyRequest, types: readonly string[]): void {
  if (body === undefined && mediaType === undefined) throw invalid('request', 'has no body');
  if (!types.includes(mediaType ?? '')) throw unsupportedType(types);
}

const namesOf = (body: unknown): string[] =>
  typeof body === 'object' && body !== null ? Object.keys(body) : ['request'];

/** The culture field of a body. It is removed from the body. */
const cultures = new WeakMap<FastifyRequest, unknown>();

/** Removes the fields that every route accepts from a body. */
export function withoutNeutral(
  request: FastifyRequest,
  body: unknown,
  known: readonly string[] = [],
): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  cultures.set(request, 'culture' in body ? body.culture : undefined);
  for (const name of NEUTRAL_FIELDS) {
    if (!known.includes(name)) Reflect.deleteProperty(body, name);
  }
  return body;
}

function readCulture(this: FastifyRequest): string | null {
  const { culture, c } = (this.query ?? {}) as Record<string, unknown>;
  const asked = [culture, c, cultures.get(this)].find((text) => CULTURE.test(String(text ?? '')));
  return asked === undefined ? null : String(asked);
}
