import type { AnySchema, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { apiPrefix } from '../../src/platform/http/paths.ts';
import type { OpenapiDocument } from '../../src/platform/openapi/describe-api.ts';

/** The facts about an answer in a test. */
export interface SeenAnswer {
  method: string;
  /** Requested path and query, without the host. */
  url: string;
  status: number;
  headers: Readonly<Record<string, unknown>>;
  body: string;
}

/** Throws if the document does not describe this answer. Answers of other parts of the product pass. */
export type AnswerValidator = (answer: SeenAnswer) => void;

interface Media {
  schema?: AnySchema;
}
interface ResponseObject {
  $ref?: string;
  content?: Readonly<Record<string, Media>>;
}
type Operations = Readonly<Record<string, { responses: Readonly<Record<string, ResponseObject>> }>>;

/** The validator of the answers that an OpenAPI document describes. */
export function createAnswerValidator(document: OpenapiDocument, apiUrl: string): AnswerValidator {
  const prefix = apiPrefix(apiUrl);
  const ajv = new Ajv2020({ strict: false, code: { optimize: false } }); // compiles sooner
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');
  const checks = new Map<string, ValidateFunction>();
  const paths = Object.keys(document.paths)
    .map((path) => ({
      path,
      pattern: toPattern(path),
      verbs: Object.keys(document.paths[path] ?? {}),
    }))
    .sort((a, b) => countBraces(a.path) - countBraces(b.path));

  function checkAt(pointer: string): ValidateFunction {
    const known = checks.get(pointer);
    if (known) return known;
    const check = ajv.compile({ $ref: `document#${pointer}` });
    checks.set(pointer, check);
    return check;
  }

  return (answer) => {
    const { method, url, status, headers, body } = answer;
    const fail = (text: string): never => {
      throw new Error(`${method} ${url} answered ${status}, but ${text}\n${body.slice(0, 2_000)}`);
    };
    const validate = (pointer: string): void => {
      const check = checkAt(pointer);
      if (check(JSON.parse(body))) return;
      fail(`the body breaks its schema: ${ajv.errorsText(check.errors, { dataVar: 'body' })}`);
    };
    const asked = url.split('?')[0]?.replace(/(.)\/$/, '$1') ?? '';
    if (!asked.startsWith(`${prefix}/`) || method === 'HEAD') return;
    if (headers['content-encoding']) return; // the same content is checked without compression
    const verb = method.toLowerCase();
    const below = asked.slice(prefix.length);
    const path = paths.find(
      ({ pattern, verbs }) => pattern.test(below) && verbs.includes(verb),
    )?.path;
    if (path === undefined) return status < 400 ? undefined : validate('/components/schemas/Error');

    const { responses = {} } = (document.paths[path] as Operations)[verb] ?? {};
    const codes = [`${status}`, `${Math.floor(status / 100)}XX`];
    const code = codes.find((name) => name in responses) ?? 'default';
    if (code === 'default' && status < 400) return fail('the document names no such status.');
    if (body === '' && !responses[code]?.content && status < 400) return;
    const at = `/paths/${escapePointer(path)}/${verb}/responses/${code}`;
    const { pointer, response } = resolveRef(at, responses[code] ?? {});
    const [type = ''] = String(headers['content-type']).split(';');
    if (!response.content?.[type]) return fail(`the document names no answer of type "${type}".`);
    if (type === 'application/json') validate(`${pointer}/content/${escapePointer(type)}/schema`);
  };

  function resolveRef(at: string, response: ResponseObject) {
    if (!response.$ref) return { pointer: at, response };
    const pointer = response.$ref.slice(1);
    const [, , , name = ''] = pointer.split('/');
    const { responses } = document.components as { responses: Record<string, ResponseObject> };
    return { pointer, response: responses[name] ?? {} };
  }
}

const countBraces = (path: string) => path.split('{').length;
const escapePointer = (text: string) =>
  encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));

function toPattern(path: string): RegExp {
  const literal = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replace(/\{\w+\}/g, '[^/]+')}$`);
}
