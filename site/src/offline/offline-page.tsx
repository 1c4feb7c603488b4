import { directionOf, escapeHtml } from 'earshot/internal';
import { GROUND_COLOURS } from 'earshot-site/contract';
import { renderToString } from 'react-dom/server';
import { Mark } from '../shell/mark.tsx';
import css from './offline.css';

interface OfflineTexts {
  language: string;
  productName: string;
  title: string;
  text: string;
  retry: string;
}

/** The whole page that a browser shows instead of an unreachable one. It needs no other file. */
export function offlinePage({ language, productName, title, text, retry }: OfflineTexts): string {
  const body = renderToString(
    <>
      <header>
        <Mark />
        {productName}
      </header>
      <main>
        <h1>{title}</h1>
        <p>{text}</p>
        {/* biome-ignore lint/a11y/useValidAnchor: an empty address is that of the page itself. */}
        <a href="">{retry}</a>
      </main>
    </>,
  );
  return (
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<title>${escapeHtml(`${title} · ${productName}`)}</title>` +
    `<meta name="theme-color" content="${GROUND_COLOURS.light}" media="(prefers-color-scheme: light)">` +
    `<meta name="theme-color" content="${GROUND_COLOURS.dark}" media="(prefers-color-scheme: dark)">` +
    `<link rel="icon" href="data:,"><style>${css}</style></head><body>${body}</body></html>`
  );
}
