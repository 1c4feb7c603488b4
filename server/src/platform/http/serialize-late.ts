import { createHash } from 'node:crypto';
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';

const createSerializerCompiler = SerializerSelector();
type CreateCompiler = typeof createSerializerCompiler;
type Serialize = ReturnType<ReturnType<CreateCompiler>>;

/** The serialisers of this process, by their schemas. Several routes give the same answer. */
const compiled = new Map<string, Serialize>();

/**
 * Compiles the serialiser of an answer on first use, once for equal schemas. All of them together are 4 MB of code, and
 * most processes serve only a few routes.
 */
export const serializeLate: CreateCompiler = (schemas, options) => {
  const compile = createSerializerCompiler(schemas, options);

  function findOrCompile(route: Parameters<typeof compile>[0]): Serialize {
    const text = JSON.stringify([schemas, route.schema]);
    const key = createHash('sha256').update(text).digest('base64');
    const known = compiled.get(key) ?? compile(route);
    compiled.set(key, known);
    return known;
  }

  return (route) => {
    let serialize: Serialize | undefined;
    return (answer) => {
      serialize ??= findOrCompile(route);
      return serialize(answer);
    };
  };
};
