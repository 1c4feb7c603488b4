import { type BoundFunctions, type queries, within } from '@testing-library/dom';
import { Window } from 'happy-dom';
import type { SharedApp, SignedIn } from './test-app.ts';

interface Sent {
  method?: 'GET' | 'POST';
  payload?: string;
  /** The page that led here. */
  referer?: string;
}

const REDIRECTS_MAX = 5;
const FORM = 'application/x-www-form-urlencoded';

/** A reader whose browser runs no scripts: links, forms, cookies and redirects. */
export class Visitor {
  readonly #test: SharedApp;
  readonly #language: string;
  readonly #cookies = new Map<string, string>();

  constructor(test: SharedApp, { as, language = 'en' }: { as?: SignedIn; language?: string } = {}) {
    this.#test = test;
    this.#language = language;
    if (as) this.#keep(as.cookies.cookie);
  }

  async open(
    url: string,
    { method = 'GET', payload, referer }: Sent = {},
    turn = 0,
  ): Promise<SeenPage> {
    const { href, pathname, search, hash, origin } = new URL(url, this.#test.deps.config.siteUrl);
    const answer = await this.#test.app.inject({
      method,
      url: pathname + search,
      ...(payload !== undefined && { payload }),
      headers: {
        accept: 'text/html,*/*',
        'accept-language': this.#language,
        cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; '),
        ...(referer && { referer }),
        ...(method === 'POST' && { origin, 'content-type': FORM }),
      },
    });
    this.keepAll(answer.headers['set-cookie']);
    const next = answer.headers.location;
    if (next && turn < REDIRECTS_MAX) return this.open(new URL(next, href).href, {}, turn + 1);
    const address = pathname + search + hash;
    return new SeenPage(this, { address, status: answer.statusCode, html: answer.body });
  }

  /** Stores the cookies of an answer. */
  keepAll(cookies: string | string[] | undefined): void {
    for (const cookie of [cookies ?? []].flat()) this.#keep(cookie);
  }

  #keep(cookie: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (value === '') this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

const FIELDS = ['INPUT', 'SELECT', 'TEXTAREA'];

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A part of a page, with the queries of Testing Library. */
class SeenPart {
  readonly element: HTMLElement;
  readonly get: BoundFunctions<typeof queries>;
  /** The page of an address. */
  readonly open: (url: string, sent?: Sent) => Promise<SeenPage>;

  constructor(element: HTMLElement, open: (url: string, sent?: Sent) => Promise<SeenPage>) {
    this.element = element;
    this.get = within(element);
    this.open = open;
  }

  get text(): string {
    return this.element.textContent ?? '';
  }

  /** A region, a landmark or another part with a role. */
  part(role: string, name?: string | RegExp): SeenPart {
    return new SeenPart(
      this.get.getByRole(role, { ...(name !== undefined && { name }), hidden: true }),
      this.open,
    );
  }

  /** The row of a list with these words. */
  row(text: string): SeenPart {
    const rows = this.get.getAllByRole('listitem', { hidden: true });
    const row = rows.find(({ textContent }) => textContent?.includes(text));
    if (!row) throw new Error(`No row has "${text}".`);
    return new SeenPart(row, this.open);
  }

  has(role: string, name: string | RegExp): boolean {
    return this.get.queryAllByRole(role, { name, hidden: true }).length > 0;
  }

  field(label: string | RegExp): Field {
    const labelled = this.get.getAllByLabelText(label);
    const field = labelled.find(({ tagName }) => FIELDS.includes(tagName));
    if (!field) throw new Error(`"${label}" names no field.`);
    return field as Field;
  }

  /** Types into fields, each by its label. */
  fill(values: Record<string, string>): this {
    for (const [label, value] of Object.entries(values)) this.field(label).value = value;
    return this;
  }

  check(label: string | RegExp): this {
    (this.field(label) as HTMLInputElement).checked = true;
    return this;
  }

  /** The text at a field. */
  wordsAt(label: string | RegExp): string {
    const ids = this.field(label).getAttribute('aria-describedby')?.split(' ') ?? [];
    const { ownerDocument } = this.element;
    return ids.map((id) => ownerDocument.getElementById(id)?.textContent).join(' ');
  }

  /** The page behind a link. */
  follow(name: string | RegExp): Promise<SeenPage> {
    const [link] = this.get.getAllByRole('link', { name, hidden: true });
    return this.open(link?.getAttribute('href') ?? '');
  }

  /** The page after a button of a form. */
  press(name: string | RegExp): Promise<SeenPage> {
    const [button] = this.get.getAllByRole('button', { name, hidden: true });
    return this.#send(button as HTMLButtonElement);
  }

  /** The page after Enter in a field. */
  enter(label: string | RegExp): Promise<SeenPage> {
    const { form } = this.field(label);
    return this.#send(form?.querySelector('button') ?? null, form);
  }

  #send(button: HTMLButtonElement | null, form = button?.form ?? null): Promise<SeenPage> {
    const { defaultView: view } = this.element.ownerDocument;
    if (!form || !view) throw new Error(`"${button?.textContent}" is in no form.`);
    const entries = [...new view.FormData(form, button)].map(([name, value]) => [name, `${value}`]);
    const fields = String(new URLSearchParams(entries));
    const action = button?.getAttribute('formaction') ?? form.getAttribute('action') ?? '';
    if (form.method === 'post') return this.open(action, { method: 'POST', payload: fields });
    return this.open(`${action}?${fields}`);
  }
}

interface SeenAnswer {
  /** Path, query and fragment after all redirects. */
  address: string;
  status: number;
  html: string;
}

/** A page as shown by a browser without scripts. */
export class SeenPage extends SeenPart {
  readonly address: string;
  readonly status: number;
  readonly main: SeenPart;
  readonly banner: SeenPart;

  constructor(visitor: Visitor, { address, status, html }: SeenAnswer) {
    const document = new Window().document as unknown as Document;
    document.write(html);
    const referer = `http://site.test${address}`;
    const open = (url: string, sent?: Sent) =>
      visitor.open(url === '' ? address : new URL(url, referer).href, { referer, ...sent });
    super(document.body, open);
    this.address = address;
    this.status = status;
    this.main = new SeenPart(document.querySelector('main') ?? document.body, open);
    this.banner = new SeenPart(document.querySelector('header') ?? document.body, open);
  }

  get heading(): string {
    return this.element.querySelector('h1')?.textContent ?? '';
  }

  get title(): string {
    return this.element.ownerDocument.title;
  }

  get language(): string {
    return this.element.ownerDocument.documentElement.lang;
  }
}
