import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter(
      (name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts') && !name.includes('node_modules'),
    );
}

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** The `imports` of package.json: the file behind each name. */
const INTERNAL = Object.entries<{ default: string }>(JSON.parse(read('package.json')).imports).map(
  ([name, { default: file }]) => [name, relative('.', file)] as const,
);

/** The imports of a file: paths from the project's root, or names of packages. */
function importsOf(file: string): string[] {
  const found = read(file).matchAll(/(?<!['\w])(?:from|import\(?) ?'([^'\n]+)'/g);
  return [...found].map(([, target = '']) =>
    target.startsWith('.')
      ? relative(ROOT, resolve(ROOT, dirname(file), target))
      : (new Map(INTERNAL).get(target) ?? target),
  );
}

/** The allowed imports between the folders of src/. Adding one is a design change: do it in its own commit. */
const SRC: Readonly<Record<string, string[]>> = {
  contract: [],
  lib: [],
  i18n: ['contract', 'lib'],
  embed: ['contract', 'lib', 'transcript'],
  api: ['contract', 'lib'],
  beacons: ['contract', 'lib'],
  ads: ['contract', 'lib', 'api', 'beacons'],
  engine: ['contract', 'lib'],
  transcript: ['contract'],
  react: ['contract', 'lib', 'engine', 'embed', 'i18n', 'transcript'],
};

/** Which folder of src/ may name which package. */
const PACKAGES: Readonly<Record<string, string[]>> = {
  react: ['qr', 'react'],
  beacons: ['idb-keyval'],
  engine: ['hls.js/light'],
};

describe.each(Object.entries(SRC))('src/%s', (folder, allowed) => {
  it(`imports only ${allowed.join(', ') || 'itself'}`, () => {
    const leaving = sources(`src/${folder}`).flatMap((file) =>
      importsOf(file)
        .filter((target) => target.startsWith('src/'))
        .map((target) => target.split('/')[1] ?? '')
        .filter((target) => target !== folder && !allowed.includes(target))
        .map((target) => `${file} -> ${target}`),
    );
    expect(leaving).toEqual([]);
  });

  it(`imports ${PACKAGES[folder] ?? 'no package'}`, () => {
    const packages = sources(`src/${folder}`)
      .flatMap(importsOf)
      .filter((target) => !target.startsWith('src/'));
    expect([...new Set(packages)].sort()).toEqual(PACKAGES[folder] ?? []);
  });
});

describe('src/internal.ts', () => {
  it('exports at most 25 names', () => {
    const names = [...read('src/internal.ts').matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(
      ([, list = '']) => list.split(',').filter((name) => name.trim() !== ''),
    );
    expect(read('src/internal.ts')).not.toContain('export *');
    expect(names.length).toBeLessThanOrEqual(25);
  });
});

describe('src/engine/rules', () => {
  it('imports only the contract, the public types and other rules', () => {
    const allowed = /^src\/(contract\/|engine\/(rules\/|player\.ts$))/;
    const leaving = sources('src/engine/rules').flatMap((file) =>
      importsOf(file)
        .filter((target) => !allowed.test(target))
        .map((target) => `${file} -> ${target}`),
    );
    expect(leaving).toEqual([]);
  });
});

describe('src/engine', () => {
  it('takes timers from a Scope and the time from a Clock, so that tests replace both', () => {
    const own = /^(?!\s*(?:\*|\/[*/])).*\b(?:Date\.now|performance\.now|setTimeout|setInterval)\(/m;
    // The snapshot promises `performance.now()` in its field `measuredAt`.
    const allowed = ['src/engine/players/playlist-player.ts'];
    expect(sources('src/engine').filter((file) => own.test(read(file)))).toEqual(allowed);
  });
});

/** The other parts, and the modules of ours that each may import. */
const PARTS: readonly (readonly [string, RegExp])[] = [
  ['site/contract', /^(site\/contract\/|earshot\/(contract|internal)$)/],
  ['loader', /^(loader\/|src\/(embed|contract|transcript)\/|src\/react\/[\w-]+\.css$)/],
  [
    'player-page',
    /^(player-page\/|loader\/continue-protocol\.ts$|src\/react\/[\w-]+\.css$|earshot(\/react|\/bar|\/embed|\/contract|\/internal)?$|earshot-site\/contract$|react(-dom\/client)?$|preact(\/hooks|-render-to-string)?$)/,
  ],
  [
    'site/src',
    /^(site\/src\/|earshot(\/react|\/bar|\/embed|\/contract|\/internal)?$|earshot-site\/contract$|earshot\/styles\.css$|react(-dom(\/(client|server))?)?$|@floating-ui\/dom$|@tiptap\/[\w/-]+$|tus-js-client$|pusher-js$|qr$|@simplewebauthn\/browser$|@stripe\/stripe-js$)/,
  ],
  [
    'kit',
    /^(kit\/|earshot\/internal$|earshot-site\/contract$|node:|htmlparser2$|sax$|playwright-core$)/,
  ],
  [
    'demo',
    // The last two are in code that the playground shows.
    /^(demo\/|earshot(\/react|\/bar|\/embed|\/contract|\/internal|\/styles\.css)?$|react(-dom\/client)?$|node:|earshot\/jsx\/react$|@angular\/core$)/,
  ],
];

describe.each(PARTS)('%s', (folder, allowed) => {
  it('imports what it may', () => {
    const strangers = sources(folder).flatMap((file) =>
      importsOf(file)
        .filter((target) => !allowed.test(target))
        .map((target) => `${file} -> ${target}`),
    );
    expect(strangers).toEqual([]);
  });
});

/** The same for site/src: the rooms, from the ground up, and the rooms below that each may use. */
const SITE: Readonly<Record<string, string[]>> = {
  'action.tsx': [],
  i18n: [],
  session: [],
  navigation: ['session'],
  'site-client.ts': ['session'],
  'site-context.tsx': ['i18n', 'site-client.ts'],
  payments: ['action.tsx', 'site-context.tsx'],
  consent: ['action.tsx', 'i18n', 'site-context.tsx'],
  flash: ['session', 'site-context.tsx'],
  forms: ['action.tsx', 'site-context.tsx'],
  parts: ['action.tsx', 'site-client.ts', 'site-context.tsx'],
  blocks: ['action.tsx', 'parts', 'site-client.ts', 'site-context.tsx'],
  continue: ['parts', 'site-context.tsx'],
  transcript: ['action.tsx', 'parts', 'site-context.tsx'],
  search: ['navigation', 'parts', 'site-context.tsx'],
  account: ['action.tsx', 'forms', 'parts', 'session', 'site-client.ts', 'site-context.tsx'],
  connect: ['action.tsx', 'account', 'forms', 'i18n', 'session', 'site-context.tsx'],
  push: ['account', 'session', 'site-context.tsx'],
  studio: ['action.tsx', 'forms', 'parts', 'push', 'session', 'site-context.tsx'],
  comments: [
    'action.tsx',
    'account',
    'forms',
    'parts',
    'push',
    'session',
    'site-client.ts',
    'site-context.tsx',
  ],
  marks: ['action.tsx', 'comments', 'forms', 'session', 'site-client.ts', 'site-context.tsx'],
  shell: [
    'account',
    'continue',
    'flash',
    'forms',
    'navigation',
    'parts',
    'push',
    'search',
    'session',
    'site-client.ts',
    'site-context.tsx',
  ],
  offline: ['i18n', 'shell'],
};

/** They use every room, and each other in this order. */
const SITE_TOP = ['pages', 'client.tsx', 'server.tsx'];

const siteRoomOf = (file: string) => file.split('/')[2] ?? '';
const HAS_NO_CODE = /^site\/src\/(sheets|brand)\/|\.d\.ts$/;

describe('site/src', () => {
  const rooms = Object.keys(SITE);

  it('has every file in a room', () => {
    const files = sources('site/src').filter((file) => !HAS_NO_CODE.test(file));
    const known = [...rooms, ...SITE_TOP];
    expect(files.filter((file) => !known.includes(siteRoomOf(file)))).toEqual([]);
  });

  it('has arrows only to rooms that stand below', () => {
    const upward = rooms.flatMap((room, floor) =>
      (SITE[room] ?? []).filter((target) => rooms.indexOf(target) >= floor),
    );
    expect(upward).toEqual([]);
  });

  it.each(rooms)('%s imports only what it may', (room) => {
    const allowed = [room, ...(SITE[room] ?? [])];
    expect(leavingSite(room).filter(([, to]) => !allowed.includes(siteRoomOf(to)))).toEqual([]);
  });

  it.each(SITE_TOP)('%s is used only from above', (room) => {
    const above = SITE_TOP.slice(SITE_TOP.indexOf(room) + 1);
    expect(leavingSite(room).filter(([, to]) => above.includes(siteRoomOf(to)))).toEqual([]);
  });
});

/** The imports within site/src of the files of a room. */
function leavingSite(room: string): [from: string, to: string][] {
  return sources('site/src')
    .filter((file) => siteRoomOf(file) === room)
    .flatMap((from) =>
      importsOf(from)
        .filter((to) => to.startsWith('site/src/'))
        .map((to): [string, string] => [from, to]),
    );
}

/** The files of each import cycle, the first one found from each file. */
function circles(folder: string): string[] {
  const files = sources(folder);
  const isDone = new Set<string>();
  const found = new Set<string>();
  const walk = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) found.add([...path.slice(start), file].join(' -> '));
    if (start >= 0 || isDone.has(file)) return;
    for (const target of importsOf(file)) if (files.includes(target)) walk(target, [...path, file]);
    isDone.add(file);
  };
  for (const file of files) walk(file, []);
  return [...found];
}

const WITHOUT_CIRCLES = [
  'demo',
  'kit',
  'loader',
  'player-page',
  'server/src',
  'site/contract',
  'src',
];

describe.each(WITHOUT_CIRCLES)('%s', (folder) => {
  it('has no circle of imports, types included', () => {
    expect(circles(folder)).toEqual([]);
  });
});

describe('server/src', () => {
  it('imports of the package only the contract, the embed and what the repository shares', () => {
    const ours = sources('server/src')
      .flatMap(importsOf)
      .filter((target) => /^(earshot|src|site|player-page|loader)/.test(target));
    expect([...new Set(ours)].sort()).toEqual([
      'earshot-site/contract',
      'earshot/contract',
      'earshot/embed',
      'earshot/internal',
    ]);
  });

  // A file may import from its own floor and from earlier floors.
  const FLOORS = [
    /^server\/src\/i18n\//,
    /^server\/src\/platform\//,
    /^server\/src\/config(\.ts$|\/)/,
    /^server\/src\/feature\.ts$/,
    /^server\/src\/features\//,
    /^server\/src\/app\.ts$/,
    /^server\/src\/(main\.ts$|cli\/)/,
  ];
  const floorOf = (file: string) => FLOORS.findIndex((floor) => floor.test(file));

  it('has every file on a floor', () => {
    expect(sources('server/src').filter((file) => floorOf(file) === -1)).toEqual([]);
  });

  it('imports only downwards: cli and main, app, features, config, platform, i18n', () => {
    expect(arrowsOf('server/src').filter(([from, to]) => floorOf(to) > floorOf(from))).toEqual([]);
  });

  const featureOf = (file: string) => /^server\/src\/features\/([^/]+)\//.exec(file)?.[1];

  it('uses another feature only through the file that has its name', () => {
    const shortcuts = arrowsOf('server/src/features').filter(([from, to]) => {
      const feature = featureOf(to);
      if (feature === undefined || feature === featureOf(from)) return false;
      return !to.endsWith(`/${feature}/${feature}.ts`);
    });
    expect(shortcuts).toEqual([]);
  });

  it('has routes that leave the database to the rules', () => {
    const routes = arrowsOf('server/src/features').filter(([from]) => from.endsWith('/routes.ts'));
    expect(routes.filter(([, to]) => /\/(repository|tables)\.ts$/.test(to))).toEqual([]);
  });

  // Once Node 20 has optimized `URL.canParse`, it refuses hosts with letters such as ü.
  it('reads addresses with parseUrl', () => {
    const wrong = sources('server/src').filter((file) => /URL\.canParse\(/.test(read(file)));
    expect(wrong).toEqual([]);
  });

  it('has no circle between features', () => {
    const uses = arrowsOf('server/src/features').flatMap(([from, to]) => {
      const [user, used] = [featureOf(from), featureOf(to)];
      return user && used && user !== used ? [[user, used] as const] : [];
    });
    expect(uses.filter(([user, used]) => reaches(uses, used, user))).toEqual([]);
  });
});

/** Pairs of files in `folder`: the first imports the second. */
function arrowsOf(folder: string): [from: string, to: string][] {
  return sources(folder).flatMap((from) =>
    importsOf(from)
      .filter((to) => to.startsWith('server/src/'))
      .map((to): [string, string] => [from, to]),
  );
}

function reaches(arrows: readonly (readonly [string, string])[], from: string, to: string) {
  const seen = new Set([from]);
  for (const name of seen) {
    for (const [user, used] of arrows) if (user === name) seen.add(used);
  }
  return seen.has(to);
}

// The names that we use and that exist in both react and preact/compat.
const BOTH_HAVE = [
  'createContext',
  'useContext',
  'useEffect',
  'useLayoutEffect',
  'useMemo',
  'useRef',
  'useState',
  'useSyncExternalStore',
];

describe('src/react', () => {
  it('takes from react only what preact/compat has too', () => {
    const names = sources('src/react').flatMap((file) =>
      [...read(file).matchAll(/^import \{([^}]*)\} from 'react';/gm)].flatMap(([, list = '']) =>
        list
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '' && !name.startsWith('type ')),
      ),
    );
    expect(names.filter((name) => !BOTH_HAVE.includes(name))).toEqual([]);
  });
});

describe('src', () => {
  it('touches audio elements only in engine/sound', () => {
    const touching = sources('src').filter((file) =>
      /new Audio\(|HTMLAudioElement|createElement\('audio'\)/.test(withoutComments(read(file))),
    );
    expect(touching.filter((file) => !file.startsWith('src/engine/sound/'))).toEqual([]);
  });

  it('starts listeners and timers through Scope (listen, timeout, interval), which ends them', () => {
    const raw = /(?<![.\w])(setTimeout|setInterval)\(|\.addEventListener\(/;
    const breaking = sources('src').filter((file) => raw.test(withoutComments(read(file))));
    expect(breaking.filter((file) => file !== 'src/lib/scope.ts')).toEqual([]);
  });

  it('has an index only at the entries of the package', () => {
    const indexes = sources('src').filter((file) => file.endsWith('/index.ts'));
    expect(indexes.sort()).toEqual([
      'src/contract/index.ts',
      'src/embed/index.ts',
      'src/index.ts',
      'src/react/index.ts',
    ]);
  });
});

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '');
}

const FUNCTION_LINES_MAX = 120;
const ALL_CODE = [
  'demo',
  'integrations',
  'kit',
  'loader',
  'player-page',
  'rollup',
  'scripts',
  'server/src',
  'site/src',
  'src',
];

/** The long functions of a file. A call that is the whole file is a module without `import`, and no function. */
function longFunctions(file: string): string[] {
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const found: string[] = [];
  const walk = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body && !isWholeFile(node, source)) {
      const [first, last] = [lineAt(node.getStart()), lineAt(node.end)];
      if (last - first + 1 > FUNCTION_LINES_MAX) found.push(`${file}:${first}-${last}`);
    }
    ts.forEachChild(node, walk);
  };
  walk(source);
  return found;
}

function isWholeFile(node: ts.Node, source: ts.SourceFile): boolean {
  const [only, ...others] = source.statements;
  if (others.length > 0 || !ts.isParenthesizedExpression(node.parent)) return false;
  return node.parent.parent.parent === only;
}

describe('functions', () => {
  it.each(ALL_CODE)(`of %s have ${FUNCTION_LINES_MAX} lines or fewer`, (folder) => {
    const files = readdirSync(join(ROOT, folder), { recursive: true })
      .map((name) => join(folder, String(name)))
      .filter((name) => /\.(tsx?|m?js)$/.test(name) && !/node_modules|\.d\.ts$/.test(name));
    expect(files.flatMap(longFunctions)).toEqual([]);
  });
});
