import { iframeSnippet, parsePlayerQuery, parseSnippet, scriptSnippet } from 'earshot/embed';
import { escapeHtml } from 'earshot/internal';
import type { DoctorMend } from 'earshot-site/contract';
import { decodeHTML } from 'entities';
import { parseUrl } from '../../platform/text/parse-url.ts';
import { blockedBy } from './consent-managers.ts';
import { allowIn, allowScripts, ignoresAddresses } from './content-policy.ts';
import { editTag, straighten } from './edit-tag.ts';
import type { Cause } from './finding.ts';
import type { LoaderFacts, PageFacts, PlacementFacts } from './page-facts.ts';

/** The host's knowledge beyond the page. */
export interface MendContext {
  /** WIDGET_URL. */
  widgetUrl: string;
  siteUrl: string;
  productName: string;
  /** The episode of this host that a player of an old host played; null if it is not here. */
  findOld(address: string): { resource: string; title: string; link_url: string } | null;
  /** Replaces players of old hosts in a text. */
  convertOld(text: string): string;
  /** `episode_id=N` or `show_id=N` of a page of this host, or null. */
  resourceOf(page: string): string | null;
}

interface Work {
  facts: PageFacts;
  placement: PlacementFacts;
  context: MendContext;
}

type Write = (about: string, work: Work) => DoctorMend[];

const markup = (before: string | null, after: string): DoctorMend[] =>
  before === after ? [] : [{ place: 'markup', before, after }];

/** The changes that repair a player. Empty if none is known. */
export function mendsFor(cause: Cause | null, work: Work): DoctorMend[] {
  return (cause && WRITERS[cause.reason]?.(cause.about, work)) ?? [];
}

const loaderTag = (widgetUrl: string) =>
  `<script async src="${escapeHtml(widgetUrl)}/widgets.js" charset="utf-8"></script>`;

/** The host of the player: that of the snippet's link if the link leads to this host or to another Earshot. */
function widgetUrlOf({ placement, facts, context }: Work): string {
  const { attributes, address, source } = placement;
  const known = parseSnippet(source?.text ?? '')?.widgetUrl;
  if (known && /^https?:/.test(known)) return known;
  const player = /^(https?:\/\/[^/]+)\/player\?/.exec(address)?.[1];
  if (player) return player;
  const origin = parseUrl(attributes.href ?? '')?.origin;
  const isOther = origin !== undefined && origin !== new URL(context.siteUrl).origin;
  const loader = facts.loaders.find(({ address: one }) => /^https?:/.test(one));
  if (isOther && loader && new URL(loader.address).origin === origin) return origin;
  return context.widgetUrl;
}

const source = ({ placement }: Work) => placement.source?.text ?? null;

/** Changes the player's own markup. Nothing is known if a script has written it, or `change` returns null. */
const inMarkup =
  (change: (text: string, work: Work) => string | null): Write =>
  (_about, work) => {
    const text = source(work);
    const after = text === null ? null : change(text, work);
    return after === null ? [] : markup(text, after);
  };

/** The frame that needs no script of ours on the page. */
function frameOf(work: Work): string | null {
  const { placement, context } = work;
  const { productName } = context;
  const text = source(work) ?? tagText('a', placement.attributes, placement.text);
  const parsed = parseSnippet(text);
  if (!parsed) return null;
  const { options, title = '', link_url = '' } = parsed;
  return iframeSnippet({ options, title, link_url, widgetUrl: widgetUrlOf(work), productName });
}

function tagText(name: string, attributes: Readonly<Record<string, string>>, text: string): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`);
  return `<${name}${pairs.join('')}>${escapeHtml(text)}</${name}>`;
}

/** Adds the script after the snippet. */
const addScript: Write = (_about, work) => {
  const text = source(work);
  if (work.placement.host !== 'earshot') return [];
  const script = loaderTag(widgetUrlOf(work));
  return text === null ? markup(null, script) : markup(text, `${text}\n${script}`);
};

const loaderText = ({ source: found, attributes }: LoaderFacts) =>
  found?.text ?? tagText('script', attributes, '');

/** The script's own tag, as the dialog writes it. */
const newScript: Write = (_about, work) => {
  const [loader] = work.facts.loaders;
  if (!loader || work.placement.host !== 'earshot') return [];
  return markup(loaderText(loader), loaderTag(work.context.widgetUrl));
};

const policyMends = (
  policy: string,
  { facts }: Work,
  allow: (text: string) => string,
): DoctorMend[] =>
  facts.policies.flatMap(({ from, text, source: tag }): DoctorMend[] => {
    const after = allow(text);
    if (after === text) return [];
    if (from === 'header') {
      const name = 'Content-Security-Policy: ';
      return [{ place: 'header', before: name + text, after: name + after }];
    }
    const before =
      tag?.text ??
      tagText('meta', { 'http-equiv': 'Content-Security-Policy', content: policy }, '');
    const changed = editTag(before, () => ({ content: after }));
    return markup(before, changed);
  });

const allowPlayers: Write = (policy, work) => {
  const { placement, facts } = work;
  const { kind, isMounted } = placement;
  const address = kind === 'frame' || kind === 'script' ? placement.address : '';
  const origin = parseUrl(address)?.origin ?? widgetUrlOf(work);
  const needsScript = isMounted || ['link', 'shortcode', 'script'].includes(kind);
  const isStrict = needsScript && facts.policies.some(({ text }) => ignoresAddresses(text));
  const frames = (text: string) => allowIn(text, 'frame-src', origin);
  if (isStrict) return [...asFrame(policy, work), ...policyMends(policy, work, frames)];
  return policyMends(policy, work, (text) =>
    frames(needsScript ? allowIn(text, 'script-src', origin) : text),
  );
};

/** The tag without the attributes of a program that has changed it. */
const CHANGED =
  /^data-(?!earshot|resource|width|height|theme|cover|playlist|autoplay|load|title|show|duration|image|color|panel|hide|culture|consent$)|^(?:type|uc-src|suppressedsrc|consent-.*|class|loading|src|srcdoc|style)$/;

function clean(text: string, address: string, extra: string | null): string {
  return editTag(text, (attributes) => {
    const changes: Record<string, string | null> = {};
    for (const name of Object.keys(attributes)) if (CHANGED.test(name)) changes[name] = null;
    if (/\bearshot-player\b/.test(attributes.class ?? '')) changes.class = 'earshot-player';
    if (attributes.style && !/display\s*:\s*none|visibility|opacity/.test(attributes.style))
      changes.style = attributes.style;
    const [, name = '', value = ''] = /^([\w-]+)="([^"]*)"/.exec(extra ?? '') ?? [];
    if (name === 'class') changes.class = [changes.class, value].filter(Boolean).join(' ');
    else if (name) changes[name] = value;
    return { ...changes, src: address };
  });
}

const unblock: Write = (_about, work) => {
  const { placement, facts } = work;
  const { kind, address } = placement;
  if (kind === 'packed') return markup(source(work), placement.text);
  const isOwn = (kind === 'frame' && !placement.isMounted) || kind === 'script';
  const text = isOwn ? source(work) : null;
  return text !== null && /^https?:/.test(address)
    ? exempt(text, address, facts)
    : unblockLoader(work);
};

function unblockLoader({ facts }: Work): DoctorMend[] {
  const [loader] = facts.loaders;
  return loader ? exempt(loaderText(loader), loader.address, facts) : [];
}

const exempt = (text: string, address: string, { managers }: PageFacts): DoctorMend[] =>
  markup(text, clean(text, address, blockedBy(text, managers)?.exempt ?? null));

/** The same markup with other addresses: of the tag itself, and of the loader beside it. */
const withAddresses =
  (change: (address: string, work: Work) => string): Write =>
  (about, work) => {
    const { facts, placement } = work;
    const changed = change(about, work);
    const texts = [source(work), ...facts.loaders.map(loaderText)].filter((text) => text !== null);
    const before = texts.find((text) => text.includes(about) || text.includes(escapeHtml(about)));
    const from = originOf(about);
    if (before) return markup(before, before.replaceAll(from, originOf(changed)));
    return placement.source ? [] : markup(null, changed);
  };

const originOf = (address: string) => /^https?:\/\/[^/]+/.exec(address)?.[0] ?? address;

const moreSandbox = inMarkup((text) => {
  const needed = ['allow-scripts', 'allow-same-origin', 'allow-popups'];
  return editTag(text, ({ sandbox = '' }) => ({
    sandbox: [...new Set([...sandbox.split(/\s+/).filter(Boolean), ...needed])].join(' '),
  }));
});

const asText = inMarkup((text) =>
  straighten(
    decodeHTML(text.replace(/<br\s*\/?>/gi, ' ').replace(/<\/?(?:code|span|p)\b[^>]*>/gi, '')),
  ),
);

const readable = inMarkup((text, { placement }) => {
  const { attributes, address } = placement;
  const named = `${attributes['data-resource'] ?? ''} ${address} ${placement.text}`;
  const [resource] =
    /(?:episode|show)_id\s*=\s*[1-9]\d{0,9}/i.exec(named.replace(/%3D/gi, '=')) ?? [];
  if (!resource) return null;
  const plain = resource.toLowerCase().replace(/\s/g, '');
  if (/^\[/.test(text))
    return text.replace(/resource\s*=\s*(?:"[^"]*"|'[^']*'|[^\s\]]+)/i, `resource="${plain}"`);
  if (attributes['data-resource'] !== undefined)
    return editTag(text, () => ({ 'data-resource': plain }));
  const [, base = ''] = /^(.*\/player\?)/.exec(address) ?? [];
  return base ? editTag(text, () => ({ src: base + plain })) : null;
});

const asFrame = inMarkup((_text, work) => frameOf(work));

/** A frame of one of our pages becomes one of its player. */
const asPlayer = inMarkup((text, { placement, context }) => {
  const { address, attributes } = placement;
  const { widgetUrl, productName } = context;
  const resource = context.resourceOf(address);
  if (!resource) return null;
  if (placement.kind !== 'stripped')
    return editTag(text, () => ({ src: `${widgetUrl}/player?${resource}` }));
  const [, title = ''] = /^Listen to ["“”](.+)["“”] on /s.exec(placement.text.trim()) ?? [];
  const options = parsePlayerQuery(resource);
  const link_url = attributes.href ?? address;
  return scriptSnippet({ options, title, link_url, widgetUrl, productName });
});

const withStyle: Write = (_about, { placement }) =>
  placement.style ? [{ place: 'style', before: null, after: placement.style }] : [];

const elementAsFrame = inMarkup((text, { placement: { attributes }, context }) => {
  const { src = '', resource = '' } = attributes;
  const [, from = ''] = /^(https?:\/\/[^/]+)\/player\?/.exec(src) ?? [];
  const options = parsePlayerQuery(src ? src.slice(src.indexOf('?') + 1) : resource);
  if (!options.resource) return null;
  const title = /<a\b[^>]*>([^<]*)</.exec(text)?.[1] ?? '';
  const widgetUrl = attributes['widget-url'] || from || context.widgetUrl;
  const { productName } = context;
  return iframeSnippet({ options, title, link_url: '', widgetUrl, productName });
});

const WRITERS: Partial<Record<Cause['reason'], Write>> = {
  csp_script: allowPlayers,
  csp_frame: allowPlayers,
  page_sandbox: (policy, work) => policyMends(policy, work, (text) => allowScripts(text) ?? text),
  sandbox: moreSandbox,
  consent: unblock,
  script_delayed: (_about, work) => unblockLoader(work),
  lazy_unfinished: inMarkup((text, { placement: { address } }) =>
    /^https?:/.test(address) ? clean(text, address, null) : null,
  ),
  mixed_content: withAddresses((address) => address.replace('http:', 'https:')),
  private_address: withAddresses((_address, { context }) => context.widgetUrl),
  no_script: addScript,
  shortcode_unread: addScript,
  script_missing: newScript,
  script_unreachable: newScript,
  script_changed: newScript,
  script_stopped: asFrame,
  not_replaced: asFrame,
  element_undefined: elementAsFrame,
  shown_as_text: asText,
  stripped: asPlayer,
  smart_quotes: inMarkup(straighten),
  bad_resource: readable,
  wrong_page: asPlayer,
  isolated: inMarkup((text) => editTag(text, () => ({ credentialless: '' }))),
  old_snippet: inMarkup((text, { context }) => context.convertOld(text)),
  hidden: withStyle,
  off_screen: withStyle,
  zero_size: withStyle,
  cut_off: withStyle,
  no_pointer: withStyle,
  covered: withStyle,
};
