import { escapeHtml } from 'earshot/internal';

/** The page that `main.tsx` fills. */
export function designPage({ productName }: { productName: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(productName)} design</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/styles.css">
<link rel="stylesheet" href="/assets/design.css">
</head>
<body>
<div id="design"><noscript>The style guide needs JavaScript.</noscript></div>
<script type="module" src="/assets/design.js"></script>
</body>
</html>`;
}
