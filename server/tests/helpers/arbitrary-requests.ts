import fc from 'fast-check';
import type { OpenapiDocument } from '../../src/platform/openapi/describe-api.ts';
import type { JsonSchema } from '../../src/platform/openapi/json-schema.ts';
import {
  arbitraryOf,
  fillThings,
  hostileText,
  pick,
  thing,
  wildValue,
} from './arbitrary-values.ts';
import { multipart } from './multipart.ts';

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: JsonSchema;
}

/** A route of the API with one method, from the OpenAPI document. */
export interface Operation {
  method: string;
  path: string;
  parameters: readonly Parameter[];
  /** Schemas of the body by content type. */
  bodies: Readonly<Record<string, JsonSchema>>;
  resolve(ref: string): JsonSchema;
}

export function operationsOf(document: OpenapiDocument): Operation[] {
  const resolve = <Part>(ref: string) =>
    ref
      .slice(2)
      .split('/')
      .reduce(
        (part, key) => (part as Record<string, unknown>)[key] as object,
        document as object,
      ) as Part;
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const { parameters = [], requestBody } = operation as {
        parameters?: Parameter[];
        requestBody?: { content: Record<string, { schema: JsonSchema }> };
      };
      const bodies = Object.entries(requestBody?.content ?? {}).map(
        ([type, { schema }]) => [type, schema] as const,
      );
      return {
        method: method.toUpperCase(),
        path,
        parameters: parameters.map((one) => (one.$ref ? resolve<Parameter>(one.$ref) : one)),
        bodies: Object.fromEntries(bodies),
        resolve: resolve<JsonSchema>,
      };
    }),
  );
}

export const ROLES = ['anonymous', 'member', 'author', 'admin'] as const;

/** A request as plain data, which fast-check can print and shrink. */
export interface FuzzedRequest {
  role: (typeof ROLES)[number];
  /** How the user proves their identity. */
  by: 'headers' | 'cookies';
  method: string;
  path: string;
  params: Readonly<Record<string, unknown>>;
  query: readonly (readonly [string, unknown])[];
  headers: Readonly<Record<string, string>>;
  body: FuzzedBody;
}

type FuzzedBody =
  | { as: 'nothing' }
  | { as: 'json' | 'form' | 'multipart'; fields: unknown }
  | { as: 'bytes'; type: string; bytes: string };

/** Requests to one operation: valid ones, nearly valid ones, and hostile ones. */
export function requestsOf(operation: Operation): fc.Arbitrary<FuzzedRequest> {
  const { method, path } = operation;
  return fc.record({
    role: fc.constantFrom(...ROLES),
    by: fc.constantFrom('headers', 'headers', 'cookies'),
    method: method === 'GET' ? fc.constantFrom('GET', 'GET', 'GET', 'HEAD') : fc.constant(method),
    path: fc.constant(path),
    params: paramsOf(operation),
    query: queryOf(operation),
    headers: headersOf(operation),
    body: bodyOf(operation),
  });
}

const mostly = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>, weight = 4) =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: other });

/** Percent-encoded bytes that are not text. */
const RAW_PARTS = ['%00', '%ED%A0%80', '%FF', '%', '..', '%2e%2e', '%2F', '%5C', 'x'.repeat(501)];

function paramsOf({ path, parameters, resolve }: Operation) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const params = names.map((name) => {
    const { schema = {} } = parameters.find((one) => one.in === 'path' && one.name === name) ?? {};
    const fitting = fc.oneof(fc.constant(thing(name)), arbitraryOf(schema, resolve, name));
    const wild = fc.oneof(
      hostileText,
      fc.constantFrom(...RAW_PARTS).map((raw) => ({ raw })),
    );
    return [name, mostly<unknown>(fitting, wild, 6)] as const;
  });
  return fc.record(Object.fromEntries(params), { noNullPrototype: true });
}

function queryOf({ parameters, resolve }: Operation) {
  const known = parameters.filter((one) => one.in === 'query');
  const pairs = known.map(({ name, schema }) =>
    fc.tuple(fc.constant(name), mostly<unknown>(arbitraryOf(schema, resolve, name), wildValue, 2)),
  );
  const stranger = fc.tuple(hostileText, wildValue);
  return fc.array(mostly(fc.oneof(...pairs), stranger, 6), { maxLength: 4 });
}

/** Values that a header can carry over the network. */
const headerText = fc.oneof(
  fc.constantFrom('*', '"', 'W/"x"', '"x", "y"', ',', ';', '=', '()', '""'),
  fc.stringMatching(/^[\x21-\x7e][\x20-\xff]{0,40}$/),
);

const HEADERS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  authorization: fc.oneof(
    headerText,
    headerText.map((text) => `Bearer ${text}`),
    fc.constant('Bearer'),
  ),
  'if-none-match': headerText,
  'if-match': headerText,
  'idempotency-key': fc.oneof(fc.constantFrom('"one"', '"two"'), headerText),
  range: fc.oneof(
    fc.constantFrom(
      'bytes=0-',
      'bytes=-1',
      'bytes=5-2',
      'bytes=0-0,2-3',
      'bytes=99999999999999999999-',
      'lines=1-2',
    ),
    headerText,
  ),
  'if-range': headerText,
  accept: fc.oneof(fc.constantFrom('text/html', '*/*;q=0', 'application/octet-stream'), headerText),
  'accept-language': headerText,
  'accept-encoding': fc.oneof(fc.constantFrom('identity;q=0', '*;q=0', 'br'), headerText),
  origin: fc.oneof(
    fc.constantFrom('null', 'https://elsewhere.test', 'http://site.test'),
    headerText,
  ),
  cookie: headerText,
  prefer: headerText,
  'x-forwarded-for': headerText,
};

/** Headers of the tus protocol, which the document does not list. */
const TUS_HEADERS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'tus-resumable': fc.constantFrom('1.0.0', '1.0.0', '1.0.0', '0.2.1', ''),
  'upload-length': fc.oneof(
    fc.constantFrom('0', '1', '5', '-1', '1e3', '99999999999999999999', 'x'),
  ),
  'upload-offset': fc.constantFrom('0', '1', '-1', '99999999999999999999', 'x'),
  'upload-defer-length': fc.constantFrom('1', '0'),
  'upload-concat': fc.constantFrom('partial', 'final;/a /b', 'final;'),
  'upload-metadata': fc.oneof(
    fc.constantFrom('filename YQ==', 'filename', 'filename !', 'a YQ==,a YQ=='),
    headerText,
  ),
  'upload-checksum': fc.oneof(fc.constantFrom('sha1 AAAA', 'sha256 x', 'md4 AAAA'), headerText),
  'content-type': fc.constant('application/offset+octet-stream'),
};

function headersOf({ path }: Operation): fc.Arbitrary<Record<string, string>> {
  const all = fc.record(HEADERS, { noNullPrototype: true });
  const few = fc
    .tuple(all, fc.subarray(Object.keys(HEADERS), { maxLength: 2 }))
    .map(([headers, names]) => pick(headers, names));
  const usual = mostly<Record<string, string>>(fc.constant({}), few, 1);
  if (!path.startsWith('/media/uploads')) return usual;
  const tus = fc
    .tuple(fc.record(TUS_HEADERS, { noNullPrototype: true }), fc.subarray(Object.keys(TUS_HEADERS)))
    .map(([headers, names]) => pick(headers, ['tus-resumable', ...names]));
  return fc.tuple(usual, tus).map(([some, more]) => ({ ...some, ...more }));
}

/** Bodies that only look like one of their type. */
const bytesOf = fc.record({
  as: fc.constant('bytes' as const),
  type: fc.constantFrom(
    ...[
      'application/json',
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-16',
    ],
    ...['multipart/form-data; boundary=x', 'multipart/form-data', 'text/plain', 'audio/mpeg', 'x'],
  ),
  bytes: fc.oneof(
    fc.constantFrom(
      ...[
        '{',
        '[',
        'null',
        '""',
        '1',
        '[{}]',
        '{"a":1,"a":2}',
        '{"title":"a","title":"b"}',
        '{"__proto__":{}}',
      ],
      ...[
        '{"title":"\\ud800"}',
        '{"title":"\\u0000"}',
        '{"limit":1e999}',
        `{"a":${'9'.repeat(400)}}`,
      ],
      ...[
        '['.repeat(5_000),
        `${'{"a":'.repeat(50)}1${'}'.repeat(50)}`,
        `[${'0,'.repeat(30_000)}0]`,
      ],
      ...[
        'title=a&title=b',
        'title=%ED%A0%80',
        'title=%00',
        '&&&=',
        'a[b][c]=1',
        '%',
        'tags[]=a&tags=b',
      ],
      ...[
        '--x\r\n',
        '--x--',
        '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\n',
        '\xff\xfe',
      ],
      '--x\r\nContent-Disposition: form-data; name="file"; filename="../../a\0"\r\n\r\nabc\r\n--x--\r\n',
      '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n\x89PNG\r\n\r\n--x--\r\n',
    ),
    fc.string({ unit: 'binary-ascii', maxLength: 60 }),
  ),
});

function bodyOf({ method, bodies, resolve }: Operation): fc.Arbitrary<FuzzedBody> {
  const [schema = {}] = Object.values(bodies);
  const valid = arbitraryOf(schema, resolve);
  const fields = fc.oneof(
    { weight: 4, arbitrary: valid },
    {
      weight: 3,
      arbitrary: fc.tuple(valid, fc.array(fc.nat(), { maxLength: 2 }), wildValue).map(spoil),
    },
    { weight: 1, arbitrary: wildValue },
  );
  const nothing = fc.constant({ as: 'nothing' as const });
  const takesFile = 'multipart/form-data' in bodies;
  const as = fc.constantFrom<'json' | 'form' | 'multipart'>(
    ...(takesFile
      ? (['multipart', 'multipart', 'json'] as const)
      : (['json', 'json', 'form', 'form', 'multipart'] as const)),
  );
  const written = fc.record({ as, fields });
  if (method === 'GET') return mostly<FuzzedBody>(nothing, fc.oneof(written, bytesOf), 8);
  if (Object.keys(bodies).length === 0)
    return mostly<FuzzedBody>(nothing, fc.oneof(written, bytesOf), 2);
  return fc.oneof(
    { weight: 1, arbitrary: nothing },
    { weight: 9, arbitrary: written },
    { weight: 2, arbitrary: bytesOf },
  );
}

/** A value with one wrong part, chosen by the numbers. Without numbers the value gets an extra field. */
function spoil([value, [at, ...deeper], wild]: [unknown, number[], unknown]): unknown {
  if (typeof value !== 'object' || value === null) return wild;
  const names = Object.keys(value);
  if (at === undefined || names.length === 0) return { ...value, stranger: wild };
  const name = names[at % names.length] ?? '';
  const part = deeper.length > 0 ? spoil([(value as never)[name], deeper, wild]) : wild;
  return Array.isArray(value) ? value.with(Number(name), part) : { ...value, [name]: part };
}

/** The request for `inject`, with the ids of a test. */
export function toInject(request: FuzzedRequest, things: Readonly<Record<string, unknown>>) {
  const params = fillThings(request.params, things) as Record<string, unknown>;
  const path = request.path.replace(/\{(\w+)\}/g, (_, name: string) => encode(params[name]));
  const query = request.query.map(
    ([name, value]) => `${encode(name)}=${encode(fillThings(value, things))}`,
  );
  const { payload, type } = toPayload(request.body, things);
  return {
    method: request.method as 'GET',
    url: `/api${path}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    headers: { ...(type ? { 'content-type': type } : {}), ...request.headers },
    ...(payload === undefined ? {} : { payload }),
  };
}

const asText = (value: unknown) =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** Lone surrogates have no encoding, but the UTF-8 of other programs may contain them. */
function encode(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'raw' in value) return String(value.raw);
  const parts = [...asText(value)].map((character) =>
    /\p{Surrogate}/u.test(character) ? '%ED%A0%80' : encodeURIComponent(character),
  );
  return parts.join('');
}

function toPayload(
  body: FuzzedBody,
  things: Readonly<Record<string, unknown>>,
): { payload?: string | Buffer; type?: string } {
  if (body.as === 'nothing') return {};
  if (body.as === 'bytes') return { payload: Buffer.from(body.bytes, 'latin1'), type: body.type };
  const fields = fillThings(body.fields, things);
  if (body.as === 'json') return { payload: JSON.stringify(fields), type: 'application/json' };
  const pairs = pairsOf(fields);
  if (body.as === 'form') {
    const payload = pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
    return { payload, type: 'application/x-www-form-urlencoded' };
  }
  const texts = Object.fromEntries(pairs.map(([name, value]) => [name, asText(value)]));
  const { file = '', image = '', ...others } = texts;
  const bytes = Buffer.from(file || image);
  const { payload, headers } = multipart(
    'image' in texts ? 'image' : 'file',
    { bytes, filename: 'a.mp3' },
    others,
  );
  return { payload, type: headers['content-type'] };
}

/** Fields as a form has them: a list is a repeated name. */
function pairsOf(fields: unknown): [string, unknown][] {
  if (typeof fields !== 'object' || fields === null) return [[asText(fields), '']];
  return Object.entries(fields).flatMap(([name, value]) =>
    Array.isArray(value)
      ? value.map((part): [string, unknown] => [`${name}[]`, part])
      : [[name, value] as [string, unknown]],
  );
}
