import { readFileSync } from 'node:fs';

const TOKENS = 'src/react/tokens.css';
const TOKEN = /var\((--es-[\w-]+)\)/g;

/** Replaces `var(--es-…)` by the token's value, for code that styles pages without tokens: those of others, and the one of offline. */
export const inlineTokens = {
  name: 'inline-tokens',
  buildStart() {
    this.addWatchFile(TOKENS);
  },
  transform: (code, id) =>
    /\/(loader\/[\w-]+\.ts|site\/src\/offline\/[\w-]+\.css)$/.test(id) && TOKEN.test(code)
      ? { code: fill(code), map: null }
      : null,
};

const fill = (text) =>
  text.replace(TOKEN, (_, name) => {
    const [, value] = new RegExp(`${name}:\\s*([^;]+);`).exec(readFileSync(TOKENS, 'utf8')) ?? [];
    if (!value) throw new Error(`${TOKENS} has no ${name}`);
    return fill(value.replace(/(,)?\s+/g, (_all, comma) => comma ?? ' '));
  });
