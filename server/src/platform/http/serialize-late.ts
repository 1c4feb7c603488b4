import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import { mergeNull } from './merge-null.ts';

const createSerializerCompiler = SerializerSelector();

/**
 * Compiles the serialiser of an answer on first use. All of them together are 4 MB of code, and most processes serve
 * only a few routes.
 */
export const serializeLate: typeof createSerializerCompiler = (schemas, options) => {
  const compile = createSerializerCompiler(schemas, options);
  return (route) => {
    let serialize: ReturnType<typeof compile> | undefined;
    return (answer) => {
      serialize ??= compile({ ...route, schema: mergeNull(route.schema) });
      return serialize(answer);
    };
  };
};
