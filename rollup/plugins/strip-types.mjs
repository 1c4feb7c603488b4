import { transform } from 'esbuild';

/** Compiles TypeScript without type checks. `npm run types` checks the types, once for all targets. */
export function stripTypes({ sourcemap = false } = {}) {
  return {
    name: 'strip-types',
    async transform(code, id) {
      const [, loader] = /\.(tsx?)$/.exec(id) ?? [];
      if (!loader || id.includes('\0')) return null;
      const compilerOptions = { jsx: 'react-jsx', target: 'ES2022', verbatimModuleSyntax: true };
      const { code: stripped, map } = await transform(code, {
        loader,
        sourcemap,
        sourcefile: id,
        charset: 'utf8',
        tsconfigRaw: { compilerOptions },
      });
      return { code: stripped, map: map || null };
    },
  };
}
