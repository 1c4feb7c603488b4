/** Content Security Policies: what one allows, and the one that allows more. */

type Directives = Map<string, string[]>;

function read(policy: string): Directives {
  const directives: Directives = new Map();
  for (const part of policy.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/);
    if (name && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources);
  }
  return directives;
}

const write = (directives: Directives) =>
  [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join('; ');

const FALLBACKS = {
  'script-src': ['script-src-elem', 'script-src', 'default-src'],
  'frame-src': ['frame-src', 'child-src', 'default-src'],
} as const;

export type Fetches = keyof typeof FALLBACKS;

/** The policy with an origin added to the directive that decides. The same text if it is allowed already. */
export function allowIn(policy: string, fetches: Fetches, origin: string): string {
  const directives = read(policy);
  const name = FALLBACKS[fetches].find((one) => directives.has(one));
  if (!name) return policy;
  const sources = directives.get(name) ?? [];
  if (sources.some((source) => isMet(source, origin))) return policy;
  const kept = sources.filter((source) => source !== "'none'");
  directives.set(name === 'default-src' ? fetches : name, [...kept, origin]);
  return write(directives);
}

function isMet(source: string, origin: string): boolean {
  const { protocol, host, hostname } = new URL(origin);
  if (source === '*' || source === protocol || source === origin || source === host) return true;
  const [, scheme, wild] = /^(https?:\/\/)?\*\.(.+)$/.exec(source) ?? [];
  if (!wild || !hostname.endsWith(`.${wild}`)) return false;
  return !scheme || scheme === `${protocol}//`;
}

/** Whether only scripts that a trusted script adds may run, so that addresses do not count. */
export function ignoresAddresses(policy: string): boolean {
  const directives = read(policy);
  const name = FALLBACKS['script-src'].find((one) => directives.has(one)) ?? '';
  return (directives.get(name) ?? []).includes("'strict-dynamic'");
}

/** The policy with scripts allowed, if it puts the page into a sandbox without them. Null otherwise. */
export function allowScripts(policy: string): string | null {
  const directives = read(policy);
  const tokens = directives.get('sandbox');
  if (!tokens || tokens.includes('allow-scripts')) return null;
  directives.set('sandbox', [...tokens, 'allow-scripts']);
  return write(directives);
}
