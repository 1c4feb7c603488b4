import { directionOf, escapeHtml, type Language } from 'earshot/internal';
import { ASSETS } from '../../platform/http/paths.ts';
import type { Policy } from '../../platform/http/security-headers.ts';

// Pages that links of mails open. They work without scripts.

/** They have the design of the site from its stylesheet. Nothing else loads, runs or frames them; forms go to this site. */
export const pagePolicy = (widgetUrl: string): Policy => {
  const assets = widgetUrl + ASSETS;
  return {
    'default-src': ["'none'"],
    'style-src': [assets],
    'font-src': [assets],
    'img-src': [assets],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
  };
};

/** Where the design comes from. */
export interface Frame {
  productName: string;
  /** The start page. */
  home: string;
  /** Addresses of files. */
  sheet: string;
  font: string;
  mark: string;
}

export interface Field {
  name: string;
  label: string;
  type: 'email' | 'password' | 'text' | 'hidden' | 'checkbox';
  autocomplete?: string;
  hint?: string;
  /** What the form already had, after an error. Never a password. */
  value?: string | undefined;
  /** True if the form may be sent without it. */
  isOptional?: boolean;
  /** Addresses with their words, for `%name%` in the label. They open beside the form. */
  links?: Readonly<Record<string, Link>>;
}

export interface Link {
  href: string;
  text: string;
}

export interface Page {
  language: Language;
  title: string;
  /** Plain text above the form. */
  text?: string;
  error?: string | undefined;
  form?: { fields: readonly Field[]; button: string } | undefined;
  /** Ways to go on, as buttons. */
  choices?: readonly Link[];
  link?: Link;
}

/** The whole document. Every text in it is escaped. */
export function renderPage(page: Page, frame: Frame): string {
  const { language, title, text, error, form, choices = [], link } = page;
  const parts = [
    `<h1>${escapeHtml(title)}</h1>`,
    text && `<p>${escapeHtml(text)}</p>`,
    form && renderForm(form, error),
    !form && error && renderError(error),
    choices.length > 0 && renderChoices(choices),
    link && renderLink(link, form === undefined && choices.length === 0),
  ];
  return (
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">` +
    `<title>${escapeHtml(`${title} · ${frame.productName}`)}</title>` +
    `<link rel="preload" as="font" type="font/woff2" crossorigin href="${escapeHtml(frame.font)}">` +
    `<link rel="stylesheet" href="${escapeHtml(frame.sheet)}">` +
    `<link rel="icon" type="image/svg+xml" href="${escapeHtml(frame.mark)}"></head><body>` +
    `<header class="site-header"><a class="site-name" href="${escapeHtml(frame.home)}">` +
    `<img class="site-mark" src="${escapeHtml(frame.mark)}" alt="" width="28" height="28">` +
    `${escapeHtml(frame.productName)}</a></header>` +
    `<main><div class="site-narrow">${parts.filter(Boolean).join('')}</div></main></body></html>`
  );
}

const renderError = (error: string) =>
  `<div class="site-form-errors" role="alert"><p>${escapeHtml(error)}</p></div>`;

function renderForm({ fields, button }: NonNullable<Page['form']>, error: string | undefined) {
  return (
    `<form class="site-form" method="post">${error ? renderError(error) : ''}` +
    `${fields.map(renderField).join('')}<p class="site-form-end">` +
    `<button class="es-action" data-kind="primary">${escapeHtml(button)}</button></p></form>`
  );
}

const renderChoices = (choices: readonly Link[]) =>
  `<div class="site-connect">${choices
    .map(
      ({ href, text }) =>
        `<a class="es-action" data-kind="secondary" href="${escapeHtml(href)}">${escapeHtml(text)}</a>`,
    )
    .join('')}</div>`;

/** What leads on is a button, unless the form has one. */
function renderLink({ href, text }: Link, isAction: boolean): string {
  const kind = isAction ? ' class="es-action" data-kind="primary"' : '';
  return `<p class="site-aside"><a${kind} href="${escapeHtml(href)}">${escapeHtml(text)}</a></p>`;
}

function renderField(field: Field): string {
  const { name, label, type, autocomplete, hint, value, isOptional = false } = field;
  if (type === 'checkbox') return renderCheck(field);
  const attributes = {
    name,
    type,
    value: value ?? null,
    autocomplete: autocomplete ?? null,
  };
  const written = Object.entries(attributes)
    .filter(([, content]) => content !== null)
    .map(([key, content]) => `${key}="${escapeHtml(String(content))}"`)
    .join(' ');
  if (type === 'hidden') return `<input ${written}>`;
  const described = hint ? ` aria-describedby="${name}-hint"` : '';
  const below = hint ? `<span class="es-hint" id="${name}-hint">${escapeHtml(hint)}</span>` : '';
  return (
    `<div class="es-field"><label for="${name}">${escapeHtml(label)}</label>` +
    `<input id="${name}" ${written}${described}${isOptional ? '' : ' required'}>${below}</div>`
  );
}

function renderCheck({ name, label, links = {} }: Field): string {
  const words = label.split(/%(\w+)%/).map((part, index) => {
    const link = index % 2 === 1 ? links[part] : undefined;
    if (!link) return escapeHtml(part);
    return `<a href="${escapeHtml(link.href)}" target="_blank" rel="noopener">${escapeHtml(link.text)}</a>`;
  });
  return (
    `<div class="es-field" data-kind="check"><input type="checkbox" id="${name}" name="${name}" value="true" required>` +
    `<label for="${name}">${words.join('')}</label></div>`
  );
}
