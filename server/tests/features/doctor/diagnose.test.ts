import { describe, expect, it } from 'vitest';
import { diagnose } from '../../../src/features/doctor/diagnose.ts';
import type { Reason } from '../../../src/features/doctor/finding.ts';
import type { MendContext } from '../../../src/features/doctor/mend.ts';
import type {
  Answer,
  BoxFacts,
  LoaderFacts,
  PageFacts,
  PlacementFacts,
} from '../../../src/features/doctor/page-facts.ts';

const POD = 'https://pod.example';
const PLAYER = `${POD}/player?episode_id=1`;
const LINK = `<a class="earshot-player" href="${POD}/e" data-resource="episode_id=1">Listen to "A" on Earshot.</a>`;
const FRAME = `<iframe src="${PLAYER}" width="100%" height="200"></iframe>`;

const context: MendContext = {
  widgetUrl: POD,
  siteUrl: POD,
  productName: 'Earshot',
  findOld: () => null,
  convertOld: (text) => text,
  resourceOf: () => null,
};

const answer = (changes: Partial<Answer> = {}): Answer => ({
  status: 200,
  failure: null,
  contentType: 'text/html',
  refusesFrames: null,
  hasCorp: true,
  ...changes,
});

const BOX: BoxFacts = {
  width: 600,
  height: 200,
  seenWidth: 600,
  seenHeight: 200,
  hidden: null,
  cutBy: null,
  deafBy: null,
  covered: null,
};

const frame = (changes: Partial<PlacementFacts> = {}): PlacementFacts => ({
  kind: 'frame',
  host: 'earshot',
  address: PLAYER,
  attributes: { src: PLAYER },
  text: '',
  path: 'iframe',
  source: { line: 3, text: FRAME },
  isMounted: false,
  box: BOX,
  shownBy: null,
  frame: { url: PLAYER, answer: answer(), hasSpoken: true, error: null },
  script: null,
  style: null,
  play: { result: 'sounds', error: null },
  ...changes,
});

const link = (changes: Partial<PlacementFacts> = {}): PlacementFacts =>
  frame({
    kind: 'link',
    address: 'episode_id=1',
    attributes: { class: 'earshot-player', href: `${POD}/e`, 'data-resource': 'episode_id=1' },
    source: { line: 3, text: LINK },
    box: null,
    frame: null,
    play: null,
    ...changes,
  });

const loader = (changes: Partial<LoaderFacts> = {}): LoaderFacts => ({
  address: `${POD}/widgets.js`,
  attributes: { src: `${POD}/widgets.js`, async: '' },
  source: { line: 4, text: `<script async src="${POD}/widgets.js"></script>` },
  answer: answer({ contentType: 'text/javascript' }),
  ...changes,
});

const page = (placement: PlacementFacts, changes: Partial<PageFacts> = {}): PageFacts => ({
  url: 'https://blog.example/post',
  status: 200,
  policies: [],
  violations: [],
  requiresCorp: false,
  managers: [],
  loaders: [],
  isLoaderAlive: false,
  scriptError: null,
  placements: [placement],
  isCut: false,
  ...changes,
});

const find = (facts: PageFacts, more: Partial<MendContext> = {}) => {
  const [finding] = diagnose(facts, { ...context, ...more });
  if (!finding) throw new Error('no finding');
  return finding;
};

const broken = (changes: Partial<Answer>, url = 'chrome-error://chromewebdata/') =>
  frame({ frame: { url, answer: answer(changes), hasSpoken: false, error: null } });

const box = (changes: Partial<BoxFacts>) => frame({ box: { ...BOX, ...changes }, play: null });

const policy = "default-src 'self'";
const header = { from: 'header', text: policy, source: null } as const;
const refused = (directive: string, blocked: string) => [{ directive, blocked, policy }];

const CASES: readonly (readonly [what: string, facts: PageFacts, reason: Reason | null])[] = [
  ['a player that sounds', page(frame()), null],
  [
    'a player whose type this browser does not play',
    page(frame({ play: { result: 'unsupported', error: null } })),
    null,
  ],
  ['a player that was not tried', page(frame({ play: null })), null],
  [
    'a loaded player of another host',
    page(
      frame({
        host: 'spreaker',
        frame: {
          url: 'https://widget.spreaker.com/player',
          answer: answer(),
          hasSpoken: false,
          error: null,
        },
        play: null,
      }),
    ),
    null,
  ],
  ['a link without a script', page(link()), 'no_script'],
  [
    'a link without a readable resource',
    page(link({ attributes: { 'data-resource': 'episode' } }), { loaders: [loader()] }),
    'bad_resource',
  ],
  [
    'a script that the policy forbids',
    page(link(), {
      loaders: [loader({ answer: null })],
      violations: refused('script-src-elem', `${POD}/widgets.js`),
      policies: [header],
    }),
    'csp_script',
  ],
  [
    'a script without encryption',
    page(link(), {
      loaders: [
        loader({
          address: 'http://pod.example/widgets.js',
          answer: answer({ status: 0, failure: 'net::ERR_FAILED' }),
        }),
      ],
    }),
    'mixed_content',
  ],
  [
    'a script that is not there',
    page(link(), { loaders: [loader({ answer: answer({ status: 404 }) })] }),
    'script_missing',
  ],
  [
    'a page in place of the script',
    page(link(), { loaders: [loader({ answer: answer() })] }),
    'script_missing',
  ],
  [
    'a script of an unknown host',
    page(link(), {
      loaders: [loader({ answer: answer({ status: 0, failure: 'proxy:unknown' }) })],
    }),
    'script_unreachable',
  ],
  [
    'a script of a private host',
    page(link(), {
      loaders: [loader({ answer: answer({ status: 0, failure: 'proxy:private' }) })],
    }),
    'private_address',
  ],
  [
    'a script that a program blocks',
    page(link(), {
      loaders: [loader({ answer: answer({ status: 0, failure: 'net::ERR_BLOCKED_BY_CLIENT' }) })],
    }),
    'script_blocked',
  ],
  [
    'a script with a wrong hash',
    page(link(), {
      loaders: [loader({ attributes: { src: `${POD}/widgets.js`, integrity: 'sha384-x' } })],
    }),
    'script_changed',
  ],
  ['a script that does not run', page(link(), { loaders: [loader()] }), 'script_stopped'],
  [
    'a script that leaves the link',
    page(link(), { loaders: [loader()], isLoaderAlive: true }),
    'not_replaced',
  ],
  [
    'a script that waits for consent',
    page(link(), {
      loaders: [
        loader({
          attributes: {
            type: 'text/plain',
            'data-cookieconsent': 'marketing',
            src: `${POD}/widgets.js`,
          },
        }),
      ],
    }),
    'consent',
  ],
  [
    'a script that a plugin delays',
    page(link(), {
      loaders: [
        loader({
          attributes: { type: 'rocketlazyloadscript', 'data-rocket-src': `${POD}/widgets.js` },
        }),
      ],
    }),
    'script_delayed',
  ],
  [
    'a frame after a link that the policy forbids',
    page(link(), {
      loaders: [loader()],
      isLoaderAlive: true,
      violations: refused('frame-src', PLAYER),
    }),
    'csp_frame',
  ],
  [
    'a frame that the policy forbids',
    page(broken({ status: 0, failure: 'csp' }), { violations: refused('frame-src', PLAYER) }),
    'csp_frame',
  ],
  [
    'a frame in a sandbox',
    page(frame({ attributes: { src: PLAYER, sandbox: 'allow-forms' } })),
    'sandbox',
  ],
  [
    'a frame in a sandbox with scripts',
    page(frame({ attributes: { src: PLAYER, sandbox: 'allow-scripts' } })),
    null,
  ],
  [
    'a page in a sandbox',
    page(link(), { policies: [{ ...header, text: 'sandbox allow-forms' }] }),
    'page_sandbox',
  ],
  [
    'a frame that waits for consent',
    page(
      frame({
        attributes: { 'data-cookieblock-src': PLAYER },
        source: { line: 1, text: `<iframe data-cookieblock-src="${PLAYER}"></iframe>` },
      }),
    ),
    'consent',
  ],
  [
    'a frame that a lazy plugin forgot',
    page(
      frame({
        attributes: { 'data-src': PLAYER },
        source: { line: 1, text: `<iframe data-src="${PLAYER}"></iframe>` },
      }),
    ),
    'lazy_unfinished',
  ],
  [
    'a frame without encryption',
    page(
      frame({
        address: 'http://pod.example/player?episode_id=1',
        frame: { url: 'about:blank', answer: null, hasSpoken: false, error: null },
      }),
    ),
    'mixed_content',
  ],
  [
    'a frame of a private host',
    page(broken({ status: 0, failure: 'proxy:private' })),
    'private_address',
  ],
  [
    'a frame of a host that is down',
    page(broken({ status: 0, failure: 'proxy:unreachable' })),
    'frame_unreachable',
  ],
  [
    'a frame whose episode is gone',
    page(
      frame({
        frame: {
          url: PLAYER,
          answer: answer({ status: 404 }),
          hasSpoken: true,
          error: 'It is gone.',
        },
      }),
    ),
    'episode_missing',
  ],
  [
    'a frame of a host that fails',
    page(
      frame({
        frame: { url: PLAYER, answer: answer({ status: 502 }), hasSpoken: false, error: null },
      }),
    ),
    'host_failing',
  ],
  [
    'a frame with an unreadable address',
    page(
      frame({
        frame: { url: PLAYER, answer: answer({ status: 400 }), hasSpoken: true, error: 'No.' },
      }),
    ),
    'bad_resource',
  ],
  [
    'a player of another host that is gone',
    page(
      frame({
        host: 'spreaker',
        frame: {
          url: 'https://widget.spreaker.com/',
          answer: answer({ status: 404 }),
          hasSpoken: false,
          error: null,
        },
      }),
    ),
    'old_snippet',
  ],
  [
    'a player of another host that refuses frames',
    page(
      frame({
        host: 'acast',
        frame: {
          url: 'chrome-error://chromewebdata/',
          answer: answer({ refusesFrames: 'X-Frame-Options: DENY' }),
          hasSpoken: false,
          error: null,
        },
      }),
    ),
    'frame_refused',
  ],
  [
    'a player of another host on an isolated page',
    page(
      frame({
        host: 'acast',
        frame: {
          url: 'chrome-error://chromewebdata/',
          answer: answer({ hasCorp: false }),
          hasSpoken: false,
          error: null,
        },
      }),
      { requiresCorp: true },
    ),
    'isolated',
  ],
  [
    'a frame of a page of the site',
    page(
      frame({
        address: `${POD}/user/a/b`,
        frame: {
          url: 'chrome-error://chromewebdata/',
          answer: answer({ refusesFrames: "Content-Security-Policy: frame-ancestors 'none'" }),
          hasSpoken: false,
          error: null,
        },
      }),
    ),
    'wrong_page',
  ],
  ['a frame without height', page(box({ height: 0, seenHeight: 0 })), 'zero_size'],
  ['a hidden frame', page(box({ hidden: { by: 'display', path: '.tab' } })), 'hidden'],
  [
    'a frame out of sight',
    page(box({ hidden: { by: 'off_screen', path: 'iframe' } })),
    'off_screen',
  ],
  ['a frame that is cut off', page(box({ seenHeight: 10, cutBy: '.wrap' })), 'cut_off'],
  ['a frame without clicks', page(box({ deafBy: '.locked' })), 'no_pointer'],
  ['a covered frame', page(box({ covered: { path: '.glass', share: 1 } })), 'covered'],
  [
    'a frame whose script does not start',
    page(
      frame({
        frame: { url: PLAYER, answer: answer(), hasSpoken: false, error: null },
        play: null,
      }),
    ),
    'player_silent',
  ],
  [
    'a player whose audio fails',
    page(frame({ play: { result: 'failed', error: 'NETWORK' } })),
    'audio_failed',
  ],
  [
    'a player whose time does not move',
    page(frame({ play: { result: 'silent', error: null } })),
    'audio_silent',
  ],
  [
    'a shortcode without a script',
    page(link({ kind: 'shortcode', text: '[earshot resource="episode_id=1"]' })),
    'shortcode_unread',
  ],
  ['code that is text', page(link({ kind: 'code', text: FRAME })), 'shown_as_text'],
  ['code that a consent manager packed', page(link({ kind: 'packed', text: FRAME })), 'consent'],
  ['a link without class and data', page(link({ kind: 'stripped' })), 'stripped'],
  ['an element without a script', page(link({ kind: 'element' })), 'element_undefined'],
  ['curly quotes', page(frame({ attributes: { src: `”${PLAYER}”` } })), 'smart_quotes'],
];

describe('diagnose', () => {
  it.each(CASES)('names the reason of %s', (_what, facts, reason) => {
    expect(find(facts).reason).toBe(reason);
  });

  it('adds the script to a link', () => {
    const { mends } = find(page(link()));
    const after = `${LINK}\n<script async src="${POD}/widgets.js" charset="utf-8"></script>`;
    expect(mends).toEqual([{ place: 'markup', before: LINK, after }]);
  });

  it('allows script and frame in a policy, and keeps the rest of it', () => {
    const facts = page(link(), {
      loaders: [loader({ answer: null })],
      violations: refused('script-src-elem', `${POD}/widgets.js`),
      policies: [header],
    });
    expect(find(facts).mends).toEqual([
      {
        place: 'header',
        before: `Content-Security-Policy: ${policy}`,
        after: `Content-Security-Policy: ${policy}; script-src 'self' ${POD}; frame-src 'self' ${POD}`,
      },
    ]);
  });

  it('exempts a frame from the consent manager that blocks it', () => {
    const text = `<iframe data-cookieblock-src="${PLAYER}" data-cookieconsent="marketing" width="100%"></iframe>`;
    const attributes = { 'data-cookieblock-src': PLAYER, 'data-cookieconsent': 'marketing' };
    const { about, mends } = find(page(frame({ attributes, source: { line: 1, text } })));
    expect(about).toBe('Cookiebot');
    const after = `<iframe data-cookieconsent="ignore" width="100%" src="${PLAYER}"></iframe>`;
    expect(mends).toEqual([{ place: 'markup', before: text, after }]);
  });

  it('replaces the player of an old host whose episode is here', () => {
    const text = '<iframe src="https://widget.spreaker.com/player?episode_id=9"></iframe>';
    const old = frame({
      host: 'spreaker',
      address: 'https://widget.spreaker.com/player?episode_id=9',
      attributes: { src: 'https://widget.spreaker.com/player?episode_id=9' },
      source: { line: 1, text },
      frame: {
        url: 'https://widget.spreaker.com/',
        answer: answer({ status: 410 }),
        hasSpoken: false,
        error: null,
      },
    });
    const { mends } = find(page(old), { convertOld: () => FRAME });
    expect(mends).toEqual([{ place: 'markup', before: text, after: FRAME }]);
  });

  it('knows no change if the episode is gone', () => {
    const gone = { url: PLAYER, answer: answer({ status: 404 }), hasSpoken: true, error: 'Gone.' };
    expect(find(page(frame({ frame: gone }))).mends).toEqual([]);
  });
});
