import type { Page } from '@playwright/test';

/** A fault that is put into a good page, and the criterion whose row it must turn red. */
export interface Fault {
  criterion: string;
  what: string;
  make(page: Page): Promise<unknown>;
}

const style = (content: string) => (page: Page) => page.addStyleTag({ content });
const html = (code: string) => (page: Page) =>
  page.evaluate(
    (text) => document.querySelector('main')?.insertAdjacentHTML('beforeend', text),
    code,
  );
const change = (selector: string, name: string, value: string | null) => (page: Page) =>
  page.evaluate(
    ([where, attribute, text]) => {
      for (const element of document.querySelectorAll(where)) {
        if (text === null) element.removeAttribute(attribute);
        else element.setAttribute(attribute, text);
      }
    },
    [selector, name, value] as const,
  );

/** Each is made alone, on the login page: it has text, links, fields, buttons and a form. */
export const FAULTS: readonly Fault[] = [
  {
    criterion: '1.1.1',
    what: 'a picture without a text',
    make: html('<img src="/favicon.ico" width="40" height="40">'),
  },
  { criterion: '1.3.1', what: 'a list of other elements', make: html('<ul><div>One</div></ul>') },
  {
    criterion: '1.3.4',
    what: 'a page that turns itself',
    make: style(
      '@media (orientation: portrait) { body { transform: rotate(90deg) } } @media (orientation: landscape) { body { transform: rotate(0deg) } }',
    ),
  },
  {
    criterion: '1.3.5',
    what: 'a purpose that does not exist',
    make: change('input[autocomplete]', 'autocomplete', 'mail-address'),
  },
  {
    criterion: '1.4.1',
    what: 'a link that only its colour shows',
    make: html(
      '<p style="color:#333;background:#fff">A long text with <a href="#x" style="color:#223;text-decoration:none">a link</a> in it.</p>',
    ),
  },
  {
    criterion: '1.4.2',
    what: 'sound that starts by itself',
    make: (page) =>
      page.evaluate(async () => {
        const length = 480_000; // a minute: axe-core does not count what has played before it looks
        const head = [
          0x46464952,
          length + 36,
          0x45564157,
          0x20746d66,
          16,
          0x10001,
          8_000,
          8_000,
          0x80001,
        ];
        const samples = new Uint8Array(length).fill(128);
        const file = new Blob([new Uint32Array([...head, 0x61746164, length]), samples]);
        const audio = document.createElement('audio');
        audio.autoplay = true;
        audio.src = URL.createObjectURL(file);
        document.querySelector('main')?.append(audio);
        await new Promise((done) => audio.addEventListener('loadedmetadata', done));
      }),
  },
  {
    criterion: '1.4.3',
    what: 'pale text',
    make: style(
      'main p, main label, main h1 { color: #aaa !important; background: #fff !important }',
    ),
  },
  {
    criterion: '1.4.4',
    what: 'no zoom',
    make: change(
      'meta[name=viewport]',
      'content',
      'width=device-width, maximum-scale=1, user-scalable=no',
    ),
  },
  { criterion: '1.4.10', what: 'a wide box', make: html('<div style="width:900px">Wide</div>') },
  {
    criterion: '1.4.12',
    what: 'a box of a fixed size',
    make: (page) =>
      page.evaluate(() => {
        const box = document.createElement('span');
        box.textContent = 'Exactly as wide as this';
        box.style.cssText = 'display:inline-block;white-space:nowrap;overflow:hidden';
        document.querySelector('main')?.append(box);
        box.style.width = `${box.offsetWidth + 1}px`;
      }),
  },
  {
    criterion: '2.1.1',
    what: 'a button without the keyboard',
    make: change('main button', 'tabindex', '-1'),
  },
  {
    criterion: '2.1.2',
    what: 'a field that keeps the focus',
    make: (page) =>
      page.evaluate(() =>
        document
          .querySelector('main input:not([type=hidden])')
          ?.addEventListener('keydown', (event) => event.preventDefault()),
      ),
  },
  {
    criterion: '2.2.1',
    what: 'a page that leaves by itself',
    make: (page) =>
      page.evaluate(() =>
        document.head.insertAdjacentHTML(
          'beforeend',
          '<meta http-equiv="refresh" content="600; url=/">',
        ),
      ),
  },
  {
    criterion: '2.2.2',
    what: 'a line that never stands still',
    make: html(
      '<p style="animation:drift 2s infinite">News</p><style>@keyframes drift{to{transform:translateX(20px)}}</style>',
    ),
  },
  {
    criterion: '2.4.1',
    what: 'no way past the head',
    make: (page) =>
      page.evaluate(() => {
        for (const one of document.querySelectorAll('main, h1, h2, h3, .site-skip')) {
          const plain = document.createElement('div');
          plain.append(...one.childNodes);
          one.replaceWith(plain);
        }
      }),
  },
  {
    criterion: '2.4.2',
    what: 'no title',
    make: (page) => page.evaluate(() => document.querySelector('title')?.remove()),
  },
  { criterion: '2.4.3', what: 'a jump of the focus', make: change('main button', 'tabindex', '3') },
  {
    criterion: '2.4.4',
    what: 'a link without a name',
    make: html('<p>See <a href="/x"><svg width="20" height="20"></svg></a></p>'),
  },
  {
    criterion: '2.4.7',
    what: 'no mark of the focus',
    make: style(
      '*:focus, *:focus-visible, *:focus-within { outline: none !important; box-shadow: none !important; border-color: #777 !important; background-color: #fff !important } * { border-color: #777 !important; background-color: #fff !important }',
    ),
  },
  {
    criterion: '2.4.11',
    what: 'a banner over the page',
    make: html('<div style="position:fixed;inset:0;background:#fffe;z-index:999">Cookies?</div>'),
  },
  {
    criterion: '2.5.3',
    what: 'another name than the words',
    make: change('main button[type=submit], main form button', 'aria-label', 'Go'),
  },
  {
    criterion: '2.5.8',
    what: 'tiny targets',
    make: html(
      '<p><button style="all:unset;width:9px;height:9px">a</button><button style="all:unset;width:9px;height:9px">b</button></p>',
    ),
  },
  { criterion: '3.1.1', what: 'no language', make: change('html', 'lang', null) },
  {
    criterion: '3.1.2',
    what: 'a language that does not exist',
    make: html('<p lang="xq-zzzz-9">Text</p>'),
  },
  {
    criterion: '3.2.1',
    what: 'a focus that leads away',
    make: (page) =>
      page.evaluate(() =>
        document
          .querySelector('main input:not([type=hidden])')
          ?.addEventListener('focus', () => history.replaceState(null, '', '/elsewhere')),
      ),
  },
  { criterion: '3.3.1', what: 'errors without a place', make: stripErrors('aria-invalid') },
  {
    criterion: '3.3.2',
    what: 'a field with two labels',
    make: (page) =>
      page.evaluate(() => {
        const field = document.querySelector('main input:not([type=hidden])');
        if (field)
          field.insertAdjacentHTML(
            'afterend',
            `<label for="${field.id}">One</label><label for="${field.id}">Two</label>`,
          );
      }),
  },
  { criterion: '3.3.3', what: 'errors without words', make: stripErrors('aria-describedby') },
  {
    criterion: '4.1.2',
    what: 'a control without a name',
    make: html('<div role="button" tabindex="0" style="width:40px;height:40px"></div>'),
  },
];

/** Takes an attribute from the fields whenever the page sets it. */
function stripErrors(name: string) {
  return (page: Page) =>
    page.evaluate((attribute) => {
      const strip = () => {
        for (const one of document.querySelectorAll(`input[${attribute}]`))
          one.removeAttribute(attribute);
      };
      strip();
      new MutationObserver(strip).observe(document, {
        subtree: true,
        childList: true,
        attributes: true,
      });
    }, name);
}
