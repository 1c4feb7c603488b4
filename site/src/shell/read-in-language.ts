import { trustedHtml } from 'earshot/internal';
import type { HeadTag, PageLoad } from 'earshot-site/contract';
import type { InLanguage, LanguageStore } from '../site-context.tsx';
import { OF_PAGE } from './swap-head.ts';

/** The data that a document has for its scripts. */
export interface Inlined extends InLanguage {
  page: PageLoad['config'];
}

interface AskedLanguage {
  /** The path that chooses the language, such as `/lang/it`. */
  choice: string;
  /** Path and query of the page. */
  address: string;
  signal: AbortSignal;
  language: LanguageStore & { set(next: InLanguage): void };
}

/** The parts around a page that only the server renders. */
const AROUND = ['.site-skip', 'body>.site-flash', 'body>footer', '.site-places'];

/**
 * Chooses a language, and reads the document of a page in it. It has everything that a change of the language replaces,
 * so that no part of the tab keeps the language before.
 *
 * @throws Error if the answer is not a page of the site.
 */
export async function readInLanguage({ choice, address, signal, language }: AskedLanguage) {
  const request = `${choice}?${new URLSearchParams({ redirect: address })}`;
  const response = await fetch(request, { signal, headers: { Accept: 'text/html' } });
  const html = trustedHtml(await response.text());
  const other = new DOMParser().parseFromString(html, 'text/html');
  const { config, page, messages } = JSON.parse(find(other, '#data').textContent ?? '') as Inlined;
  const before = language.getSnapshot();
  // An unknown language is not redirected. A document of another build needs the scripts of that build.
  const isForeign = !response.redirected || config.AJAX_VERSION !== before.config.AJAX_VERSION;
  const { pathname, search } = new URL(response.url);
  const load: PageLoad = {
    redirect: isForeign ? request : null,
    redirect_ajax: null,
    javascript: [],
    css: [...other.querySelectorAll('link[rel=stylesheet]')].map(
      (sheet) => sheet.getAttribute('href') ?? '',
    ),
    content: find(other, '#page').innerHTML,
    config: page,
    title: other.title,
    head: [...other.head.querySelectorAll(OF_PAGE)].map(readTag),
    modules: [],
    player: null,
  };
  const swapFrame = () => {
    const { lang, dir } = other.documentElement;
    Object.assign(document.documentElement, { lang, dir });
    for (const part of AROUND) {
      document.querySelector(part)?.replaceWith(other.querySelector(part) ?? '');
    }
    const { API_CULTURE } = config;
    language.set({ config: { ...before.config, API_CULTURE }, messages });
  };
  return { load, address: pathname + search, swapFrame };
}

function find(page: Document, selector: string): Element {
  const element = page.querySelector(selector);
  if (!element) throw new Error(`The document has no ${selector}.`);
  return element;
}

function readTag({ localName, attributes, textContent }: Element): HeadTag {
  return {
    tag: localName as HeadTag['tag'],
    attributes: Object.fromEntries([...attributes].map(({ name, value }) => [name, value])),
    ...(textContent ? { json: JSON.parse(textContent) } : {}),
  };
}
