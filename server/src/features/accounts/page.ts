import { escapeHtml, type Language } from 'earshot/internal';
import { type Policy, scriptHash } from '../../platform/http/security-headers.ts';

// Pages that links of mails open. They work without scripts.

const STYLE = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{max-width:26rem;margin:12vh auto;padding:0 1rem}
h1{font-size:1.4rem}
label{display:block;margin:1rem 0 0;font-weight:600}
input{display:block;box-sizing:border-box;width:100%;padding:.6rem;font:inherit}
button{margin-top:1.5rem;padding:.6rem 1.2rem;font:inherit;cursor:pointer}
small{font-weight:400}
[role=alert]{border-left:.25rem solid #c00;padding-left:.75rem}`;

/** Nothing loads, runs or frames these pages, and their forms go to this site alone. */
export const PAGE_POLICY: Policy = {
  'default-src': ["'none'"],
  'style-src': [scriptHash(STYLE)],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
};

export interface Field {
  name: string;
  label: string;
  type: 'email' | 'password' | 'text' | 'hidden';
  autocomplete?: string;
  hint?: string;
  /** What the form already had, after an error. Never a password. */
  value?: string | undefined;
}

export interface Page {
  language: Language;
  title: string;
  /** Plain text above the form. */
  text?: string;
  error?: string | undefined;
  form?: { fields: readonly Field[]; button: string } | undefined;
  link?: { href: string; text: string };
}

/** The whole document. Every text in it is escaped. */
export function renderPage({ language, title, text, error, form, link }: Page): string {
  const parts = [
    `<h1>${escapeHtml(title)}</h1>`,
    text && `<p>${escapeHtml(text)}</p>`,
    error && `<p role="alert">${escapeHtml(error)}</p>`,
    form &&
      `<form method="post">${form.fields.map(renderField).join('')}<button>${escapeHtml(form.button)}</button></form>`,
    link && `<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a></p>`,
  ];
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${parts.filter(Boolean).join('')}</main></body></html>`;
}

function renderField({ name, label, type, autocomplete, hint, value }: Field): string {
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
  const small = hint ? ` <small>${escapeHtml(hint)}</small>` : '';
  return `<label>${escapeHtml(label)}${small}<input ${written} required></label>`;
}
