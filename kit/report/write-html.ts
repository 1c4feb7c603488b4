import { escapeHtml } from 'earshot/internal';
import type { Result } from '../check.ts';
import { type Area, type Report, resultsOf } from '../conform.ts';
import { countResults, faultsOf, summaryOf, verdictOfAll } from './count-results.ts';
import { REPORT_STYLE } from './report-style.ts';

/** The report as one page that loads nothing. `date` is shown in its footer. */
export function writeHtml(report: Report, date: Date): string {
  const counts = countResults(resultsOf(report));
  const isGood = counts.must === 0;
  const verdict = verdictOfAll(counts, (word) => `“${word}”`);
  const address = escapeHtml(report.url);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Conformance of ${address}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<main>
<h1>Conformance</h1>
<p class="address">${address}</p>
<div class="verdict${isGood ? '' : ' bad'}"><strong>${verdict}</strong>${summaryOf(counts)}</div>
<nav aria-label="Parts"><ul>${report.areas.map(toCard).join('')}</ul></nav>
${report.areas.map(toSection).join('\n')}
<footer><p>Checked by <code>npx earshot conformance</code> on <time datetime="${date.toISOString()}">${date.toISOString().slice(0, 16).replace('T', ' ')} UTC</time>.</p></footer>
</main>
</body>
</html>
`;
}

function toCard({ id, name, results }: Area): string {
  const { passed, failed, skipped } = countResults(results);
  const said =
    skipped === results.length
      ? 'skipped'
      : failed === 0
        ? `${passed} passed`
        : `${failed} failed, ${passed} passed`;
  return `<li><a href="#${id}"><b>${escapeHtml(name)}</b><span>${said}</span></a></li>`;
}

function toSection({ id, name, url, results }: Area): string {
  const of = (status: Result['status']) => results.filter((result) => result.status === status);
  const address = url
    ? `<p class="address">${/^https?:/.test(url) ? `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>` : escapeHtml(url)}</p>`
    : '';
  const isSkipped = of('skipped').length === results.length;
  const reason = isSkipped ? `<p>Skipped: ${escapeHtml(results[0]?.found ?? '')}</p>` : '';
  return `<section id="${id}" aria-labelledby="${id}-name">
<h2 id="${id}-name">${escapeHtml(name)}</h2>
${address}${reason}
${faultsOf(results).map(toFault).join('\n')}
${toList('passed', of('passed'))}
${isSkipped ? '' : toList('skipped', of('skipped'))}
</section>`;
}

function toFault({ id, level, says, found, fix, source }: Result): string {
  return `<article class="fault">
<span class="level ${level}">${level}</span>
<h3>${escapeHtml(says)}</h3>
<p class="id"><code>${escapeHtml(id)}</code></p>
<dl><dt>Found</dt><dd>${escapeHtml(found)}</dd><dt>To do</dt><dd>${escapeHtml(fix)}</dd>
<dt>Source</dt><dd><a href="${escapeHtml(source)}">${escapeHtml(source)}</a></dd></dl>
</article>`;
}

function toList(status: 'passed' | 'skipped', results: readonly Result[]): string {
  if (results.length === 0) return '';
  const items = results.map(
    ({ id, says, found }) =>
      `<li>${escapeHtml(says)} <code>${escapeHtml(id)}</code>${found ? ` <span class="soft">${escapeHtml(found)}</span>` : ''}</li>`,
  );
  return `<details><summary>${results.length} ${status}</summary><ul>${items.join('')}</ul></details>`;
}
