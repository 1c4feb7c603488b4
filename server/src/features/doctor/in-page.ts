import type {
  BoxFacts,
  LoaderFacts,
  PlacementFacts,
  PlacementKind,
  Violation,
} from './page-facts.ts';

/** A placement as the page has it. */
export type Seen = Pick<
  PlacementFacts,
  'kind' | 'host' | 'address' | 'attributes' | 'text' | 'path' | 'isMounted'
>;

export interface SeenPage {
  metaPolicies: string[];
  managers: string[];
  scripts: Pick<LoaderFacts, 'address' | 'attributes'>[];
  height: number;
}

export interface InPageOptions {
  /** Name and form of the players' addresses, as regular expressions. */
  players: readonly (readonly [host: string, form: string])[];
  /** The origins of this host, whose pages are no players. */
  ownOrigins: readonly string[];
  /** Name and signs of consent managers, as regular expressions for tags. */
  managers: readonly (readonly [name: string, sign: string])[];
}

type Found = [Element, Seen];

interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Hits {
  /** Points at which something else is on top, by element. */
  others: Element[];
  /** Points at which an ancestor is hit, so the element itself takes no clicks or is cut there. */
  through: number;
  total: number;
}

/**
 * Runs in every page that is examined, in a world of its own: the page's scripts and their changes of the browser are
 * not seen here. The class is sent as text, so it uses nothing from outside. Its public methods are called from there.
 */
export class PageInspector {
  private forms: [host: string, form: RegExp][];
  private signs: [name: string, sign: RegExp][];
  private ownOrigins: readonly string[];

  private OURS = /\/player\?(?:[^#]*&)?(?:resource=)?(?:episode|show)_id(?:=|%3D)/i;
  private NOT_INSIDE =
    'code,pre,kbd,samp,textarea,script,style,noscript,title,option,svg,iframe,xmp,template,[contenteditable=""],[contenteditable=true],.earshot-shortcode';
  private QUOTES = /[“”„″«»‘’]/;

  private refused: Violation[] = [];

  private said: { source: unknown; data: string }[] = [];

  private elements: Element[] = [];

  constructor({ players, ownOrigins, managers }: InPageOptions) {
    this.ownOrigins = ownOrigins;
    this.forms = players.map(([host, form]) => [host, new RegExp(form, 'i')]);
    this.signs = managers.map(([name, sign]) => [name, new RegExp(sign, 'i')]);
    addEventListener('securitypolicyviolation', (event) => {
      if (event.disposition !== 'enforce') return;
      const { effectiveDirective: directive, blockedURI: blocked, originalPolicy: policy } = event;
      this.refused.push({ directive, blocked, policy });
    });
    addEventListener('message', ({ source, data }) => {
      if (typeof data === 'string' && data.includes('player.js')) this.said.push({ source, data });
    });
  }

  private attributesOf = (element: Element) =>
    Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));

  /** The document, and the shadow roots that can be read. Elements of the page may shadow properties of the document. */
  private all(selector: string): Element[] {
    const roots: ParentNode[] = [document];
    const found: Element[] = [];
    for (const root of roots) {
      const query = root === document ? Document.prototype.querySelectorAll : root.querySelectorAll;
      found.push(...(query.call(root, selector) as NodeListOf<Element>));
      for (const element of query.call(root, '*') as NodeListOf<Element>) {
        if (element.shadowRoot) roots.push(element.shadowRoot);
      }
    }
    return found;
  }

  private body = () => document.documentElement.querySelector('body') ?? document.documentElement;

  private pathOf(element: Element): string {
    const parts: string[] = [];
    let node: Element | null = element;
    while (node && parts.length < 5) {
      const part = this.partOf(node);
      parts.unshift(part);
      const path = parts.join(' > ');
      if (this.isOnly(path, element)) return path;
      node = node.parentElement;
    }
    return parts.join(' > ');
  }

  private isOnly(path: string, element: Element): boolean {
    try {
      const found = (element.getRootNode() as ParentNode).querySelectorAll(path);
      return found.length === 1 && found[0] === element;
    } catch {
      return false;
    }
  }

  private partOf(node: Element): string {
    if (node.id) return `#${CSS.escape(node.id)}`;
    const name = node.localName;
    const classes = [...node.classList]
      .filter((one) => !/^earshot/.test(one))
      .slice(0, 2)
      .map((one) => `.${CSS.escape(one)}`)
      .join('');
    const { parentElement } = node;
    if (!parentElement || name === 'body' || name === 'html') return name;
    const same = [...parentElement.children].filter((other) => other.matches(name + classes));
    const at = [...parentElement.children]
      .filter((other) => other.localName === name)
      .indexOf(node);
    return name + classes + (same.length > 1 ? `:nth-of-type(${at + 1})` : '');
  }

  /** The host of a player with this address. Ours may have any host. */
  private hostOf(address: string): string | null {
    const known = this.forms.find(([, form]) => form.test(address));
    if (known) return known[0];
    return this.OURS.test(address) ? 'earshot' : null;
  }

  private absolute = (address: string) => {
    try {
      return new URL(address.trim(), document.baseURI).href;
    } catch {
      return address;
    }
  };

  /** The player's address in any attribute: lazy-loading and consent managers move it. */
  private addressIn(element: Element): [host: string, address: string] | null {
    const names = ['src', ...[...element.attributes].map(({ name }) => name)];
    for (const name of names) {
      const value = element.getAttribute(name) ?? '';
      if (!/^style$|^title$|^allow/.test(name)) {
        const host = this.hostOf(value);
        if (host) return [host, value];
      }
    }
    const resource = element.getAttribute('data-resource');
    if (element.classList.contains('earshot-player') && resource) return ['earshot', ''];
    return null;
  }

  private frames(): Found[] {
    return this.all('iframe').flatMap((element): Found[] => {
      const src = element.getAttribute('src') ?? '';
      const isOwnPage =
        this.ownOrigins.some((origin) => this.absolute(src).startsWith(`${origin}/`)) &&
        !/\/(player\?|continue$|embed\/try)/.test(src);
      const found = this.addressIn(element) ?? (src && isOwnPage ? ['earshot', src] : null);
      if (!found) return [];
      const link = element.previousElementSibling;
      const [host = '', named = ''] = found;
      const address = this.QUOTES.test(named) ? named : this.absolute(named);
      const seen = { ...this.seenOf('frame', host, address, element), text: '' };
      if (!link?.matches('a.earshot-player[data-mounted]')) return [[element, seen]];
      const text = link.textContent ?? '';
      return [[element, { ...seen, attributes: this.attributesOf(link), text, isMounted: true }]];
    });
  }

  private LINKS = 'a[class*="earshot-player"],a[class*="spreaker-player"]';

  private links(): Found[] {
    return this.all(this.LINKS).flatMap((element): Found[] => {
      if (!(element instanceof HTMLElement) || element.isContentEditable) return [];
      if (element.closest('template,noscript') || element.hasAttribute('data-mounted')) return [];
      const host = /spreaker/.test(element.className) ? 'spreaker' : 'earshot';
      const resource = element.dataset.resource ?? '';
      const address =
        host === 'spreaker' ? `https://widget.spreaker.com/player?${resource}` : resource;
      return [[element, this.seenOf('link', host, address, element)]];
    });
  }

  private seenOf = (
    kind: PlacementKind,
    host: string,
    address: string,
    element: Element,
  ): Seen => ({
    kind,
    host,
    address,
    attributes: this.attributesOf(element),
    text: element.textContent ?? '',
    path: this.pathOf(element),
    isMounted: false,
  });

  /** A link whose class and data an editor has removed still has the text of the snippet. */
  private stripped(): Found[] {
    return this.all('a[href]').flatMap((element): Found[] => {
      const text = (element.textContent ?? '').trim();
      const isOurs = /^Listen to ["“”].+["“”] on .+\.$/s.test(text) && !element.matches(this.LINKS);
      if (!isOurs || element.closest(this.NOT_INSIDE)) return [];
      const href = this.absolute(element.getAttribute('href') ?? '');
      return [[element, this.seenOf('stripped', 'earshot', href, element)]];
    });
  }

  private customElements(): Found[] {
    return this.all('earshot-player')
      .filter((element) => !element.shadowRoot)
      .map((element) => {
        const resource = element.getAttribute('resource') ?? '';
        const src = element.getAttribute('src') ?? '';
        return [element, this.seenOf('element', 'earshot', src || resource, element)];
      });
  }

  private SCRIPTED: readonly (readonly [string, RegExp])[] = [
    ['buzzsprout', /buzzsprout\.com\/\d+/i],
    ['podigee', /podigee-podcast-player/i],
  ];

  private scripted(): Found[] {
    return this.all('script').flatMap((element): Found[] => {
      const values = [...element.attributes].map(({ value }) => value);
      for (const [host, form] of this.SCRIPTED) {
        const address = values.find((value) => form.test(value) && /\.js|\/embed/.test(value));
        if (address)
          return [[element, this.seenOf('script', host, this.absolute(address), element)]];
      }
      return [];
    });
  }

  private SHORTCODE =
    /\[(earshot|spreaker|buzzsprout|podbean|soundcloud|libsyn|simplecast|captivate|transistor|acast|art19|fireside|podigee|megaphone|anchor)\b[^[\]]*\]/gi;
  private CODE = /<(?:iframe|a|script|div)\b[^>]*>/i;

  /** Shortcodes and code that visitors read as text. */
  private texts(): Found[] {
    const walker = document.createTreeWalker(this.body(), NodeFilter.SHOW_TEXT);
    const found: Found[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const data = node.nodeValue ?? '';
      if (!/\[\w|</.test(data)) continue;
      const parent = node.parentElement;
      if (!parent || parent.closest(this.NOT_INSIDE)) continue;
      const whole = parent.textContent ?? '';
      const isCode = this.CODE.test(whole) && (this.hostOf(whole) || /earshot-player/.test(whole));
      if (isCode && !found.some(([element]) => element === parent || element.contains(parent))) {
        const seen = this.seenOf('code', this.hostOf(whole) ?? 'earshot', whole.trim(), parent);
        found.push([parent, { ...seen, text: whole.trim() }]);
      } else if (!isCode) {
        for (const [text, name = ''] of data.matchAll(this.SHORTCODE)) {
          if (data.includes(`[${text}]`)) continue; // a text about a shortcode
          if (!/=/.test(text)) continue;
          const seen = this.seenOf('shortcode', name.toLowerCase(), text, parent);
          found.push([parent, { ...seen, text }]);
        }
      }
    }
    return found;
  }

  /** Some consent managers keep the whole code, as base64 or as escaped text. */
  private packed(): Found[] {
    return this.all('script[type="text/template"],[data-borlabs-cookie-content]').flatMap(
      (element): Found[] => {
        const kept =
          element.getAttribute('data-borlabs-cookie-content') ?? element.textContent ?? '';
        const text = this.decode(kept.trim());
        const isPlayer = this.hostOf(text) || /earshot-player/.test(text);
        if (!isPlayer) return [];
        const box = element.parentElement ?? element;
        const seen = this.seenOf('packed', this.hostOf(text) ?? 'earshot', '', box);
        return [[box, { ...seen, attributes: { packed: kept.trim() }, text }]];
      },
    );
  }

  private decode(text: string): string {
    if (!/^[\w+/]+=*$/.test(text)) return text;
    try {
      return new TextDecoder().decode(Uint8Array.from(atob(text), (one) => one.charCodeAt(0)));
    } catch {
      return text; // not base64
    }
  }

  find(): Seen[] {
    const framed = this.frames();
    const playing = new Set(framed.map(([, { host }]) => host));
    const pairs = [
      ...framed,
      ...this.links(),
      ...this.customElements(),
      ...this.scripted().filter(([, { host }]) => !playing.has(host)),
      ...this.packed(),
      ...this.texts(),
    ];
    const own = this.stripped();
    const hrefs = new Set(pairs.map(([, { attributes }]) => attributes.href));
    pairs.push(...own.filter(([, { attributes }]) => !hrefs.has(attributes.href)));
    pairs.sort(([a], [b]) =>
      a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1,
    );
    this.elements = pairs.map(([element]) => element);
    return pairs.map(([, seen]) => seen);
  }

  page(): SeenPage {
    const metas = this.all('meta[http-equiv]').filter((meta) =>
      /^content-security-policy$/i.test(meta.getAttribute('http-equiv') ?? ''),
    );
    const scripts = this.all('script');
    const tags = [...scripts, ...this.all('link,iframe,div[id],div[class]')].map((element) =>
      element.cloneNode(false),
    ) as Element[];
    const html = tags.map(({ outerHTML }) => outerHTML.slice(0, 1_000)).join('\n');
    return {
      metaPolicies: metas.map((meta) => meta.getAttribute('content') ?? ''),
      managers: this.signs.filter(([, sign]) => sign.test(html)).map(([name]) => name),
      scripts: scripts.flatMap((element) => {
        const values = [...element.attributes].map(({ value }) => value);
        const found = values.find((value) => /\/widgets[\w-]*\.js(?:[?#]|$)/.test(value));
        return found
          ? [{ address: this.absolute(found), attributes: this.attributesOf(element) }]
          : [];
      }),
      height: document.documentElement.scrollHeight,
    };
  }

  private frame = () => new Promise((done) => setTimeout(done, 60));

  /** Its element, or the parent of a shadow root's. */
  private parentOf = (element: Element): Element | null => {
    if (element.assignedSlot) return element.assignedSlot;
    if (element.parentElement) return element.parentElement;
    const root = element.getRootNode();
    return root instanceof ShadowRoot ? root.host : null;
  };

  private ancestorsOf(element: Element): Element[] {
    const found: Element[] = [];
    for (let node: Element | null = element; node; node = this.parentOf(node)) found.push(node);
    return found;
  }

  private hiddenOf(element: Element): BoxFacts['hidden'] {
    const chain = this.ancestorsOf(element);
    for (const node of chain) {
      const style = getComputedStyle(node);
      const isClosed =
        node.localName === 'details' && !node.hasAttribute('open') && !element.closest('summary');
      if (style.display === 'none' || isClosed) return { by: 'display', path: this.pathOf(node) };
      if (style.contentVisibility === 'hidden')
        return { by: 'visibility', path: this.pathOf(node) };
    }
    if (getComputedStyle(element).visibility !== 'visible') {
      const first = chain
        .slice(1)
        .findIndex((node) => getComputedStyle(node).visibility === 'visible');
      const outer = chain[first < 0 ? chain.length - 1 : first] ?? element;
      return { by: 'visibility', path: this.pathOf(outer) };
    }
    let opacity = 1;
    for (const node of chain) {
      opacity *= Number(getComputedStyle(node).opacity);
      if (opacity < 0.1) return { by: 'opacity', path: this.pathOf(node) };
    }
    return null;
  }

  /** The part of a box that its ancestors do not cut off. */
  private cut(element: Element, box: Edges): { seen: Edges; cutBy: string | null } {
    const seen = { ...box };
    let cutBy: string | null = null;
    let { position } = getComputedStyle(element);
    for (const node of this.ancestorsOf(element).slice(1)) {
      const style = getComputedStyle(node);
      if (node.localName === 'body' || node.localName === 'html') break;
      const holds = style.position !== 'static' || style.transform !== 'none';
      if (position === 'fixed' && style.transform === 'none') continue;
      if (position === 'absolute' && !holds) continue;
      if (holds) position = style.position;
      const outer = node.getBoundingClientRect();
      const before = (seen.right - seen.left) * (seen.bottom - seen.top);
      if (/hidden|clip/.test(style.overflowX)) {
        seen.left = Math.max(seen.left, outer.left);
        seen.right = Math.min(seen.right, outer.right);
      }
      if (/hidden|clip/.test(style.overflowY)) {
        seen.top = Math.max(seen.top, outer.top);
        seen.bottom = Math.min(seen.bottom, outer.bottom);
      }
      const after = Math.max(0, seen.right - seen.left) * Math.max(0, seen.bottom - seen.top);
      if (after < before * 0.6) cutBy = this.pathOf(node);
    }
    return { seen, cutBy };
  }

  private topAt(x: number, y: number): Element | null {
    let found = Document.prototype.elementFromPoint.call(document, x, y);
    while (found?.shadowRoot) {
      const inner = found.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === found) break;
      found = inner;
    }
    return found;
  }

  private POINTS = [0.12, 0.5, 0.88];

  private hitsOf(element: Element, seen: Edges): Hits {
    const hits: Hits = { others: [], through: 0, total: 0 };
    const edges = {
      left: Math.max(0, seen.left),
      top: Math.max(0, seen.top),
      right: Math.min(innerWidth, seen.right),
      bottom: Math.min(innerHeight, seen.bottom),
    };
    for (const across of this.POINTS) {
      for (const down of this.POINTS) {
        const x = edges.left + (edges.right - edges.left) * across;
        const y = edges.top + (edges.bottom - edges.top) * down;
        const top = this.topAt(x, y);
        hits.total += 1;
        if (!top || top === element || element.contains(top)) continue;
        if (this.ancestorsOf(element).includes(top)) hits.through += 1;
        else hits.others.push(top);
      }
    }
    return hits;
  }

  private CONTROLS = 'button,a[href],input,[role=button],summary';

  private hasPutAway = false;

  /** Puts away a banner or dialog that a visitor would close, unless the placement is in it. */
  private putAway(top: Element, element: Element): boolean {
    const outer = this.ancestorsOf(top)
      .reverse()
      .find((node) => {
        const { position } = getComputedStyle(node);
        return position === 'fixed' || position === 'sticky' || node.localName === 'dialog';
      });
    if (!(outer instanceof HTMLElement) || outer.contains(element)) return false;
    const isFixed = (node: Element) => getComputedStyle(node).position === 'fixed';
    const hasControls = (node: Element) =>
      !!node.querySelector(this.CONTROLS) ||
      node.matches('[role=dialog],[role=alertdialog],dialog');
    // The backdrop of a dialog is an element of its own.
    const isBackdrop = this.all('[role=dialog],[role=alertdialog],dialog[open],div,section').some(
      (node) =>
        node !== outer &&
        !node.contains(outer) &&
        !node.contains(element) &&
        isFixed(node) &&
        hasControls(node) &&
        node.getBoundingClientRect().height > 0 &&
        getComputedStyle(node).visibility === 'visible',
    );
    if (!hasControls(outer) && !isBackdrop && !this.hasPutAway) return false;
    this.hasPutAway = true;
    outer.style.setProperty('display', 'none', 'important');
    return true;
  }

  /** The whole box, in the coordinates of the viewport. */
  private boxOf = (element: Element): Edges & { width: number; height: number } => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    return { left, top, right, bottom, width, height };
  };

  async look(index: number): Promise<BoxFacts> {
    const element = this.elements[index] as Element;
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    await this.frame();
    let box = this.boxOf(element);
    const { width, height } = box;
    const facts: BoxFacts = {
      width: Math.round(width),
      height: Math.round(height),
      seenWidth: 0,
      seenHeight: 0,
      hidden: this.hiddenOf(element),
      cutBy: null,
      deafBy: null,
      covered: null,
    };
    if (facts.hidden) return facts;
    const { seen, cutBy } = this.cut(element, box);
    facts.seenWidth = Math.max(0, Math.round(seen.right - seen.left));
    facts.seenHeight = Math.max(0, Math.round(seen.bottom - seen.top));
    facts.cutBy = cutBy;
    if (width < 1 || height < 1 || facts.seenWidth < 1 || facts.seenHeight < 1) return facts;
    const isOut =
      box.right <= 0 || box.bottom <= 0 || box.left >= innerWidth || box.top >= innerHeight;
    if (isOut) return { ...facts, hidden: { by: 'off_screen', path: this.pathOf(element) } };
    for (let n = 0; n < 4; n++) {
      const { others } = this.hitsOf(element, this.cut(element, this.boxOf(element)).seen);
      const most = this.mostOf(others);
      if (!most || !this.putAway(most, element)) break;
      await this.frame();
      box = this.boxOf(element);
    }
    const hits = this.hitsOf(element, this.cut(element, box).seen);
    const most = this.mostOf(hits.others);
    const share = hits.others.length / hits.total;
    if (most && share >= 0.5) facts.covered = { path: this.pathOf(most), share };
    if (hits.through / hits.total >= 0.5) Object.assign(facts, this.deafness(element));
    return facts;
  }

  private deafness(element: Element): Partial<BoxFacts> {
    if (getComputedStyle(element).pointerEvents === 'none') {
      const chain = this.ancestorsOf(element);
      const end = chain.findIndex((node) => getComputedStyle(node).pointerEvents !== 'none');
      return { deafBy: this.pathOf(chain[Math.max(0, end - 1)] ?? element) };
    }
    const clipped = this.ancestorsOf(element).find((node) => {
      const { clipPath, clip, position } = getComputedStyle(node);
      return clipPath !== 'none' || (clip !== 'auto' && /absolute|fixed/.test(position));
    });
    return clipped ? { hidden: { by: 'clip', path: this.pathOf(clipped) } } : {};
  }

  private mostOf(found: readonly Element[]): Element | null {
    const counts = new Map<Element, number>();
    for (const element of found) counts.set(element, (counts.get(element) ?? 0) + 1);
    return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null;
  }

  private isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return !this.hiddenOf(element) && width > 1 && height > 1;
  };

  /** The attributes of a control that may name the element that it shows. */
  private NAMING = 'aria-controls href data-target data-bs-target onclick for data-tab'.split(' ');

  /** The controls that could show the element, the most likely first. */
  private controlsFor(element: Element): HTMLElement[] {
    const chain = this.ancestorsOf(element);
    const ids = chain.map(({ id }) => id).filter(Boolean);
    const names = (control: Element) =>
      ids.some((id) => {
        const word = new RegExp(`(^|[^\\w-])${id.replace(/\W/g, '\\$&')}([^\\w-]|$)`);
        return this.NAMING.some((name) => word.test(control.getAttribute(name) ?? ''));
      });
    const details = chain.flatMap((node) =>
      node.localName === 'details' ? [...node.querySelectorAll(':scope > summary')] : [],
    );
    const around = chain
      .slice(0, 5)
      .flatMap((node) => [
        node.previousElementSibling,
        ...(node.previousElementSibling?.querySelectorAll('*') ?? []),
      ]);
    const near = around.filter((node) =>
      node?.matches('button,[role=tab],[role=button],[aria-expanded],label,a[href^="#"]'),
    ) as Element[];
    const all = this.all('button,a[href],[role=tab],[role=button],label,[aria-controls]');
    const named = all.filter(names);
    const safe = (node: Element): node is HTMLElement =>
      node instanceof HTMLElement &&
      !(node.closest('form') && node.matches('button:not([type=button]),input')) &&
      !(node.matches('a[href]') && !/^#/.test(node.getAttribute('href') ?? ''));
    return [...new Set([...details, ...named, ...near])].filter(safe).slice(0, 12);
  }

  /** Clicks the controls near a hidden placement. The selector of the one that shows it, or null. */
  async open(index: number): Promise<string | null> {
    const element = this.elements[index] as Element;
    for (const control of this.controlsFor(element)) {
      control.click();
      for (let n = 0; n < 6 && !this.isShown(element); n++) await this.frame();
      if (this.isShown(element)) return this.pathOf(control);
    }
    return null;
  }

  /** Tries a stylesheet, and removes it. */
  async tryStyle(index: number, css: string): Promise<BoxFacts> {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    await this.frame();
    const facts = await this.look(index);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    return facts;
  }

  private windowOf = (index: number) => (this.elements[index] as HTMLIFrameElement).contentWindow;

  violations(): Violation[] {
    return this.refused;
  }

  mark(index: number, name: string | null): void {
    const element = this.elements[index];
    if (name === null) element?.removeAttribute('data-doctor');
    else element?.setAttribute('data-doctor', name);
  }

  send(index: number, message: string): void {
    this.windowOf(index)?.postMessage(message, '*');
  }

  messages(index: number): string[] {
    const own = this.said.filter(({ source }) => source === this.windowOf(index));
    return own.map(({ data }) => data);
  }

  scroll(top: number): void {
    scrollTo({ top, behavior: 'instant' });
  }

  /** Presses the cards of players that load on a click. */
  pressFacades(): void {
    for (const facade of this.all('span[data-earshot-facade]')) {
      facade.shadowRoot?.querySelector('a')?.click();
    }
  }

  isWaiting(index: number): boolean {
    return !!this.elements[index]?.matches('a[data-earshot-style]:not([data-mounted])');
  }
}
