import type { Episode, Show } from 'earshot/contract';
import { escapeHtml, inlineJson } from 'earshot/internal';
import type { DemoHost } from '../demo-hosts.ts';

/** The data that the playground works with. */
export interface PlaygroundData {
  productName: string;
  widgetUrl: string;
  siteUrl: string;
  shows: readonly Show[];
  episodes: readonly Episode[];
  hosts: readonly DemoHost[];
}

/** The page that `main.tsx` fills. */
export function playgroundPage(given: PlaygroundData): string {
  const { productName, widgetUrl, siteUrl, shows, episodes, hosts } = given;
  const data: PlaygroundData = { productName, widgetUrl, siteUrl, shows, episodes, hosts };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(productName)} playground</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/styles.css">
<link rel="stylesheet" href="/assets/playground.css">
</head>
<body>
<div id="playground"><noscript>The playground needs JavaScript. Players work without it: see <a href="/iframe">a page with a player</a>.</noscript></div>
<script type="application/json" id="data">${inlineJson(data)}</script>
<script type="module" src="/assets/playground.js"></script>
</body>
</html>`;
}
