import { parseUrl } from '../../platform/text/parse-url.ts';
import { blockedBy, isInert } from './consent-managers.ts';
import { allowScripts } from './content-policy.ts';
import type { Cause, Finding, Reason } from './finding.ts';
import { type MendContext, mendsFor } from './mend.ts';
import type { Answer, LoaderFacts, PageFacts, PlacementFacts } from './page-facts.ts';
import { isCut, isTooSmall } from './repair-style.ts';

const cause = (reason: Reason, about = ''): Cause => ({ reason, about });

/** Why each player of the page sounds or does not, and the change that repairs it. Pure. */
export function diagnose(facts: PageFacts, context: MendContext): Finding[] {
  return facts.placements.map((placement) => {
    const found = causeOf(facts, placement, context);
    const { host, kind, address, path, source, shownBy } = placement;
    return {
      host,
      kind,
      address,
      path,
      line: source?.line ?? null,
      reason: found?.reason ?? null,
      about: found?.about ?? '',
      shownBy,
      mends: mendsFor(found, { facts, placement, context }),
    };
  });
}

function causeOf(facts: PageFacts, placement: PlacementFacts, context: MendContext): Cause | null {
  const sandbox = facts.policies.find(({ text }) => allowScripts(text) !== null);
  if (sandbox) return cause('page_sandbox', sandbox.text);
  const { kind, host, text, source } = placement;
  if (kind === 'code') return cause('shown_as_text');
  if (kind === 'packed') return cause('consent', placement.text);
  if (kind === 'stripped') return cause('stripped');
  if (kind === 'element') return cause('element_undefined');
  const tag = source?.text ?? '';
  if (kind !== 'shortcode' && hasCurlyAttributes(placement)) return cause('smart_quotes');
  if (kind === 'shortcode') {
    if (host !== 'earshot')
      return cause(isHere(placement, context) ? 'old_snippet' : 'shortcode_unread', host);
    if (facts.loaders.length === 0) return cause('shortcode_unread', text);
    return loaderCause(facts) ?? cause('bad_resource', text);
  }
  if (kind === 'script') return scriptCause(facts, placement, tag);
  if (kind === 'link') return linkCause(facts, placement, context);
  return frameCause(facts, placement);
}

const CURLY = /[“”„‟″«»‘’]/;

function hasCurlyAttributes({ attributes, kind }: PlacementFacts): boolean {
  const names = kind === 'link' ? ['class', 'data-resource', 'href'] : ['src', 'class', 'data-src'];
  return names.some((name) => CURLY.test(attributes[name] ?? ''));
}

const isHere = ({ address, text }: PlacementFacts, { findOld }: MendContext) =>
  findOld(address) !== null || findOld(text) !== null;

const RESOURCE = /^(?:episode|show)_id=[1-9]\d{0,9}$/;

function linkCause(
  facts: PageFacts,
  placement: PlacementFacts,
  context: MendContext,
): Cause | null {
  const { host, attributes, script } = placement;
  if (host !== 'earshot') {
    if (isHere(placement, context)) return cause('old_snippet', host);
    if (!script) return cause('no_script', host);
    return answerCause('script', host, script) ?? cause('not_replaced', host);
  }
  const resource = (attributes['data-resource'] ?? '').trim();
  if (!RESOURCE.test(resource)) return cause('bad_resource', resource);
  // Loaders take players from their own origin.
  const origins = facts.loaders.map(({ address }) => originOf(address));
  const blocked = loaderCause(facts) ?? frameViolation(facts, origins);
  // On a page with many players, the loader has reserved its place until a reader comes near.
  const isReserved = 'data-earshot-style' in attributes;
  return blocked ?? (isReserved ? null : cause('not_replaced', facts.scriptError ?? ''));
}

/** Why no loader of ours runs on the page; null if one does. */
function loaderCause(facts: PageFacts): Cause | null {
  if (facts.isLoaderAlive) return null;
  const { loaders } = facts;
  const [first] = loaders;
  if (!first) return cause('no_script');
  // The one that comes closest to running explains most.
  const causes = loaders.map((loader) => oneLoaderCause(facts, loader));
  return causes.find(({ reason }) => reason !== 'consent') ?? causes[0] ?? null;
}

function oneLoaderCause(facts: PageFacts, { address, attributes, answer }: LoaderFacts): Cause {
  const tag = tagOf('script', attributes);
  const type = attributes.type ?? '';
  const hasSource = /widgets[\w-]*\.js/.test(attributes.src ?? '');
  if (isInert(type) || !hasSource) {
    const blocking = blockedBy(tag, facts.managers);
    if (blocking) return cause('consent', blocking.manager);
    return cause('script_delayed', type || tag);
  }
  if (CURLY.test(attributes.src ?? '')) return cause('smart_quotes');
  const refused = scriptViolation(facts, address);
  if (refused) return refused;
  if (/^proxy:private/.test(answer?.failure ?? '')) return cause('private_address', address);
  if (isMixed(facts, address, answer)) return cause('mixed_content', address);
  if (attributes.integrity && answer?.status === 200) return cause('script_changed', address);
  return answerCause('script', address, answer) ?? cause('script_stopped', facts.scriptError ?? '');
}

function tagOf(name: string, attributes: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`);
  return `<${name}${pairs.join('')}>`;
}

/** Why a script or frame has not arrived. Null if it has. */
function answerCause(
  kind: 'script' | 'frame',
  address: string,
  answer: Answer | null,
): Cause | null {
  const [, proxy] = /^proxy:(\w+)/.exec(answer?.failure ?? '') ?? [];
  if (proxy === 'private') return cause('private_address', address);
  if (!answer) return kind === 'script' ? cause('script_blocked', address) : null;
  if (answer.status >= 400) return cause(`${kind}_missing`, `${answer.status}`);
  if (answer.failure === null) {
    const isPage = kind === 'script' && /text\/html/.test(answer.contentType);
    return isPage ? cause(`${kind}_missing`, 'HTML') : null;
  }
  if (
    proxy ||
    /ERR_(?:NAME|CONNECTION|ADDRESS|TIMED|CERT|SSL|TUNNEL|EMPTY|INTERNET|HTTP2|NETWORK)/.test(
      answer.failure,
    )
  ) {
    return cause(`${kind}_unreachable`, hostOf(address));
  }
  return cause(`${kind}_blocked`, answer.failure);
}

const hostOf = (address: string) => parseUrl(address)?.host ?? address;

function scriptCause(
  facts: PageFacts,
  { attributes, address, script, host }: PlacementFacts,
  tag: string,
): Cause | null {
  const whole = tag || tagOf('script', attributes);
  if (isInert(attributes.type ?? '') || !attributes.src) {
    const blocking = blockedBy(whole, facts.managers);
    return blocking ? cause('consent', blocking.manager) : cause('script_delayed', attributes.type);
  }
  const refused = scriptViolation(facts, address);
  if (refused) return refused;
  if (isMixed(facts, address, script)) return cause('mixed_content', address);
  const found = answerCause('script', address, script);
  return found && found.reason === 'script_missing' ? cause('old_snippet', host) : found;
}

function frameCause(facts: PageFacts, placement: PlacementFacts): Cause | null {
  const { address, attributes, frame, host, isMounted } = placement;
  const isOurs = host === 'earshot';
  const waits = !isMounted && !/[/=]/.test(realSource(attributes));
  if (waits) return waitingCause(facts, placement);
  const answer = frame?.answer ?? null;
  if (/^proxy:private/.test(answer?.failure ?? '')) return cause('private_address', address);
  if (isMixed(facts, address, answer)) return cause('mixed_content', address);
  const isBroken = /^chrome-error:/.test(frame?.url ?? '');
  if (isBroken || !answer) {
    const refused = frameViolation(facts, [originOf(address)]);
    if (refused) return refused;
  }
  const { sandbox } = attributes;
  if (sandbox !== undefined && !isMounted && !/\ballow-scripts\b/.test(sandbox)) {
    return cause('sandbox', sandbox);
  }
  const isPlayer = !isOurs || /\/player\?/.test(address);
  if (!isPlayer && (isBroken || answer?.refusesFrames)) return cause('wrong_page', address);
  const refusal = answer?.refusesFrames ?? '';
  if (isBroken && refusal && !/frame-ancestors\s+\*/.test(refusal))
    return cause('frame_refused', refusal);
  if (isBroken && facts.requiresCorp && isWithoutCorp(answer)) return cause('isolated');
  if (isOurs && answer && answer.status >= 500) return cause('host_failing', `${answer.status}`);
  if (isOurs && answer && answer.status === 400) return cause('bad_resource', address);
  if (isOurs && frame?.error && answer && answer.status >= 400)
    return cause('episode_missing', frame.error);
  const unanswered = answerCause('frame', address, answer);
  const isGone = /^frame_(?:missing|unreachable)$/.test(unanswered?.reason ?? '');
  if (unanswered) return !isOurs && isGone ? cause('old_snippet', host) : unanswered;
  if (isBroken) return cause('frame_blocked', hostOf(address));
  return boxCause(placement) ?? playCause(placement);
}

const isWithoutCorp = (answer: Answer | null) =>
  answer !== null &&
  !answer.hasCorp &&
  (answer.status > 0 || /BLOCKED_BY_RESPONSE/.test(answer.failure ?? ''));

const realSource = ({ src = '' }: Readonly<Record<string, string>>) =>
  /^(?:about:|data:|javascript:)/i.test(src) ? '' : src;

/** A frame whose address is still in another attribute. */
function waitingCause(facts: PageFacts, placement: PlacementFacts): Cause | null {
  const { attributes, host, source } = placement;
  const blocking = blockedBy(source?.text ?? tagOf('iframe', attributes), facts.managers);
  const isPlaceholder = host === 'earshot' && /\bearshot-player\b/.test(attributes.class ?? '');
  if (isPlaceholder) {
    const loader = loaderCause(facts);
    if (loader)
      return blocking && loader.reason === 'no_script'
        ? cause('consent', blocking.manager)
        : loader;
    const resource = attributes['data-resource'] ?? '';
    if (resource && !RESOURCE.test(resource)) return cause('bad_resource', resource);
  }
  if (blocking) return cause('consent', blocking.manager);
  return cause('lazy_unfinished', lazyNames(attributes));
}

const lazyNames = (attributes: Readonly<Record<string, string>>) =>
  Object.entries(attributes)
    .filter(([name, value]) => name !== 'src' && /^(?:https?:)?\/\//.test(value))
    .map(([name]) => name)
    .join(', ');

function scriptViolation({ violations }: PageFacts, address: string): Cause | null {
  const found = violations.find(
    ({ directive, blocked }) => /^script-src/.test(directive) && isSameOrigin(blocked, address),
  );
  return found ? cause('csp_script', found.policy) : null;
}

function frameViolation({ violations }: PageFacts, origins: readonly string[]): Cause | null {
  const found = violations.find(
    ({ directive, blocked }) =>
      /^(?:frame|child|default)-src/.test(directive) &&
      origins.some((origin) => isSameOrigin(blocked, origin)),
  );
  return found ? cause('csp_frame', found.policy) : null;
}

const originOf = (address: string) => parseUrl(address)?.origin ?? address;

const isSameOrigin = (a: string, b: string): boolean => originOf(a) === originOf(b);

/** Browsers block scripts and frames without encryption on a page with it. */
function isMixed({ url }: PageFacts, address: string, answer: Answer | null): boolean {
  const isPlain = url.startsWith('https:') && address.startsWith('http:');
  return isPlain && !(answer?.status && answer.failure === null);
}

function boxCause({ box }: PlacementFacts): Cause | null {
  if (!box) return null;
  const { hidden, deafBy, covered, cutBy } = box;
  if (hidden?.by === 'off_screen') return cause('off_screen', hidden.path);
  if (hidden) return cause('hidden', hidden.path);
  if (isTooSmall(box)) return cause('zero_size', `${box.width} × ${box.height}`);
  if (isCut(box)) return cause('cut_off', cutBy ?? '');
  if (deafBy) return cause('no_pointer', deafBy);
  return covered ? cause('covered', covered.path) : null;
}

function playCause({ host, frame, play, attributes, isMounted }: PlacementFacts): Cause | null {
  if (host !== 'earshot' || !frame) return null;
  const isSilentSandbox = !isMounted && attributes.sandbox !== undefined;
  if (!frame.hasSpoken && !isSilentSandbox) return cause('player_silent');
  if (!play || play.result === 'sounds' || play.result === 'unsupported') return null;
  if (play.result === 'no_button') return cause('player_silent');
  if (play.result === 'failed') return cause('audio_failed', play.error ?? '');
  return cause('audio_silent');
}
