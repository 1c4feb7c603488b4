import { directionOf, escapeHtml, inlineJson, type Language } from 'earshot/internal';
import type { ConnectResult } from 'earshot-site/contract';
import { type Policy, scriptHash } from '../../platform/http/security-headers.ts';

const TAKEN_WITHIN_MS = 2_000;

// The channel also works if the service has separated the window from the page that opened it (COOP).
const SCRIPT = `const data = JSON.parse(document.getElementById('result').textContent);
const channel = new BroadcastChannel(data.channel);
channel.onmessage = ({ data }) => { if (data === 'taken') close(); };
channel.postMessage(data.result);
setTimeout(() => { document.getElementById('words').hidden = false; }, ${TAKEN_WITHIN_MS});`;

/** The page runs this script and loads nothing. */
export const resultPolicy: Policy = {
  'default-src': ["'none'"],
  'script-src': [scriptHash(SCRIPT)],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
};

export interface ResultPage {
  channel: string;
  result: ConnectResult;
  language: Language;
  /** Shown if the page that opened the window is gone. */
  words: string;
}

/** Reports the result of the sign-in to the page that opened this window. */
export function renderResult({ channel, result, language, words }: ResultPage): string {
  return (
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">` +
    `<title>${escapeHtml(words)}</title></head><body><p id="words" hidden>${escapeHtml(words)}</p>` +
    `<script type="application/json" id="result">${inlineJson({ channel, result })}</script>` +
    `<script>${SCRIPT}</script></body></html>`
  );
}
