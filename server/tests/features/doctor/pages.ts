import { type EmbedSource, iframeSnippet, scriptSnippet, shortcodeSnippet } from 'earshot/embed';
import { escapeHtml } from 'earshot/internal';
import type { Reason } from '../../../src/features/doctor/doctor.ts';

/** The host of the players, as the pages know it. */
export const POD = 'https://pod.example';

/** A page of a blog, and what the doctor should say about its players, in their order. */
export interface BlogPage {
  name: string;
  /** The path of the page; `https` by default. */
  protocol?: 'http' | 'https';
  headers?: Readonly<Record<string, string>>;
  html: string;
  expected: readonly (Reason | null)[];
  /** A change of the page cannot repair this: the episode or the other host is gone. */
  isBeyond?: true;
}

export const SOURCE: EmbedSource = {
  options: { resource: 'episode_id=1', theme: 'light', playlist: 'false' },
  title: 'Why rooms sing',
  link_url: `${POD}/episode/1`,
  widgetUrl: POD,
  productName: 'Earshot',
};

export const SNIPPET = scriptSnippet(SOURCE);
export const ANCHOR = SNIPPET.replace(/<script[\s\S]*$/, '');
export const LOADER = `<script async src="${POD}/widgets.js" charset="utf-8"></script>`;
export const FRAME = iframeSnippet(SOURCE);
const PLAYER = `${POD}/player?episode_id=1`;
export const SHORTCODE = shortcodeSnippet(SOURCE);

const TEXT =
  '<p>Lorem ipsum dolor sit amet, consectetur adipiscing elit. Sed do eiusmod tempor.</p>';

/** A page with some text around. `head` is added to its head. */
export function post(body: string, head = ''): string {
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>A post</title><link rel="icon" href="data:,">${head}</head>
<body>
<header><h1>A blog</h1><a href="/">Home</a></header>
<main class="content">
<article class="post">
${TEXT}
${body}
${TEXT.repeat(4)}
</article>
</main>
<footer>Footer</footer>
</body>
</html>`;
}

const policy = (text: string) => ({ 'Content-Security-Policy': text });
const css = (text: string) => `<style>${text}</style>`;
const spreaker = (id: number) =>
  `<iframe src="https://widget.spreaker.com/player?episode_id=${id}&theme=light" width="100%" height="200px" frameborder="0"></iframe>`;

export const BROKEN: readonly BlogPage[] = [
  // Policies
  {
    name: 'csp-script-header',
    headers: policy(`default-src 'self'; style-src 'unsafe-inline'`),
    html: post(SNIPPET),
    expected: ['csp_script'],
  },
  {
    name: 'csp-script-meta',
    html: post(
      SNIPPET,
      `<meta http-equiv="Content-Security-Policy" content="script-src 'self' 'unsafe-inline'">`,
    ),
    expected: ['csp_script'],
  },
  {
    name: 'csp-frame-header',
    headers: policy(`frame-src 'none'`),
    html: post(FRAME),
    expected: ['csp_frame'],
  },
  {
    name: 'csp-frame-of-snippet',
    headers: policy(`script-src ${POD}; frame-src https://www.youtube.com`),
    html: post(SNIPPET),
    expected: ['csp_frame'],
  },
  {
    name: 'csp-child',
    headers: policy(`child-src 'self'; script-src *`),
    html: post(FRAME),
    expected: ['csp_frame'],
  },
  {
    name: 'csp-strict-dynamic',
    headers: policy(`script-src 'nonce-abc' 'strict-dynamic'; object-src 'none'`),
    html: post(`<script nonce="abc">var x = 1</script>${SNIPPET}`),
    expected: ['csp_script'],
  },
  {
    name: 'csp-two-policies',
    headers: policy(`frame-src 'self', default-src https:`),
    html: post(FRAME),
    expected: ['csp_frame'],
  },
  {
    name: 'csp-spreaker',
    headers: policy(`frame-src 'self'`),
    html: post(spreaker(7)),
    expected: ['csp_frame'],
  },
  {
    name: 'csp-sandbox',
    headers: policy('sandbox allow-same-origin'),
    html: post(SNIPPET),
    expected: ['page_sandbox'],
  },
  {
    name: 'sandbox-empty',
    html: post(FRAME.replace('<iframe', '<iframe sandbox=""')),
    expected: ['sandbox'],
  },
  {
    name: 'sandbox-no-scripts',
    html: post(FRAME.replace('<iframe', '<iframe sandbox="allow-same-origin allow-popups"')),
    expected: ['sandbox'],
  },
  {
    name: 'sandbox-soundcloud',
    html: post(
      '<iframe sandbox width="100%" height="166" src="https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/5"></iframe>',
    ),
    expected: ['sandbox'],
  },
  // Consent managers
  {
    name: 'cookiebot-script',
    html: post(
      `${ANCHOR}<script type="text/plain" data-cookieconsent="marketing" async src="${POD}/widgets.js"></script>`,
      '<script id="Cookiebot" data-cbid="x" type="text/plain" src="https://consent.cookiebot.com/uc.js"></script>',
    ),
    expected: ['consent'],
  },
  {
    name: 'cookiebot-frame',
    html: post(
      `<iframe data-cookieblock-src="${PLAYER}" data-cookieconsent="marketing" width="100%" height="200"></iframe>`,
    ),
    expected: ['consent'],
  },
  {
    name: 'complianz-frame',
    html: post(
      `<div class="cmplz-placeholder-parent"><iframe class="cmplz-placeholder-element cmplz-iframe cmplz-iframe-styles" data-category="marketing" data-service="general" data-src-cmplz="${PLAYER}" data-placeholder-image="x.png" src="about:blank" width="100%" height="200"></iframe></div>`,
    ),
    expected: ['consent'],
  },
  {
    name: 'borlabs',
    html: post(
      `<div class="BorlabsCookie _brlbs-cb-default"><div class="_brlbs-content-blocker"><p>Click to load.</p></div><div class="borlabs-hide" data-borlabs-cookie-type="content-blocker" data-borlabs-cookie-id="default"><script type="text/template">${Buffer.from(FRAME).toString('base64')}</script></div></div>`,
    ),
    expected: ['consent'],
  },
  {
    name: 'onetrust',
    html: post(
      `${ANCHOR}<script type="text/plain" class="optanon-category-C0004" src="${POD}/widgets.js"></script>`,
    ),
    expected: ['consent'],
  },
  {
    name: 'klaro',
    html: post(
      `<iframe data-name="earshot" data-src="${PLAYER}" width="100%" height="200"></iframe>`,
      '<script defer type="text/plain" data-klaro-config="c" src="https://cdn.kiprotect.com/klaro/v0.7/klaro.js"></script>',
    ),
    expected: ['consent'],
  },
  {
    name: 'iubenda',
    html: post(
      `<iframe class="_iub_cs_activate" data-suppressedsrc="${PLAYER}" src="about:blank" width="100%" height="200"></iframe>`,
    ),
    expected: ['consent'],
  },
  {
    name: 'usercentrics',
    html: post(
      `<iframe uc-src="${PLAYER}" data-usercentrics="Earshot" width="100%" height="200"></iframe>`,
    ),
    expected: ['consent'],
  },
  {
    name: 'cookieyes-spreaker',
    html: post(
      '<iframe data-cookieyes="cookieyes-advertisement" data-cky-src="https://widget.spreaker.com/player?episode_id=7" src="" width="100%" height="200"></iframe>',
    ),
    expected: ['consent'],
  },
  {
    name: 'generic-consent',
    html: post(
      `${ANCHOR}<script type="text/plain" data-category="marketing" data-src="${POD}/widgets.js"></script>`,
    ),
    expected: ['consent'],
  },
  // Scripts that do not arrive
  { name: 'stripped-script', html: post(ANCHOR), expected: ['no_script'] },
  {
    name: 'script-404',
    html: post(`${ANCHOR}<script async src="/wp-content/widgets.js"></script>`),
    expected: ['script_missing'],
  },
  {
    name: 'script-down',
    html: post(`${ANCHOR}<script async src="https://down.example/widgets.js"></script>`),
    expected: ['script_unreachable'],
  },
  {
    name: 'script-unknown-host',
    html: post(`${ANCHOR}<script async src="https://old-pod.example/widgets.js"></script>`),
    expected: ['script_unreachable'],
  },
  {
    name: 'script-integrity',
    html: post(
      `${ANCHOR}<script async src="${POD}/widgets.js" integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC" crossorigin="anonymous"></script>`,
    ),
    expected: ['script_changed'],
  },
  {
    name: 'script-rocket',
    html: post(
      `${ANCHOR}<script type="rocketlazyloadscript" data-rocket-src="${POD}/widgets.js" async></script>`,
    ),
    expected: ['script_delayed'],
  },
  {
    name: 'script-localhost',
    html: post(SNIPPET.replaceAll(POD, 'http://localhost:4000')),
    expected: ['private_address'],
  },
  {
    name: 'script-mixed',
    html: post(SNIPPET.replaceAll(POD, 'http://pod.example')),
    expected: ['mixed_content'],
  },
  {
    name: 'script-stopped',
    html: post(
      SNIPPET,
      '<script>Object.defineProperty(window, "Earshot", { value: { widgets: {} }, writable: false })</script>',
    ),
    expected: ['script_stopped'],
  },
  // Frames that do not arrive
  {
    name: 'frame-mixed',
    html: post(FRAME.replaceAll(POD, 'http://pod.example')),
    expected: ['mixed_content'],
  },
  {
    name: 'frame-localhost',
    html: post(FRAME.replaceAll(POD, 'http://localhost:4000')),
    expected: ['private_address'],
  },
  {
    name: 'frame-lan',
    html: post(FRAME.replaceAll(POD, 'http://192.168.1.20:4000')),
    protocol: 'http',
    expected: ['private_address'],
  },
  {
    name: 'frame-gone-episode',
    html: post(FRAME.replace('episode_id=1', 'episode_id=999999')),
    expected: ['episode_missing'],
    isBeyond: true,
  },
  {
    name: 'frame-episode-page',
    html: post(`<iframe src="{{EPISODE_PAGE}}" width="100%" height="200"></iframe>`),
    expected: ['wrong_page'],
  },
  {
    name: 'frame-down',
    html: post(FRAME.replaceAll(POD, 'https://down.example')),
    expected: ['frame_unreachable'],
    isBeyond: true,
  },
  {
    name: 'frame-refused',
    html: post(
      '<iframe src="https://player.simplecast.com/refuses" width="100%" height="200"></iframe>',
    ),
    expected: ['frame_refused'],
    isBeyond: true,
  },
  {
    name: 'isolated-acast',
    headers: { 'Cross-Origin-Embedder-Policy': 'require-corp' },
    html: post(
      '<iframe src="https://embed.acast.com/show/one" width="100%" height="200"></iframe>',
    ),
    expected: ['isolated'],
  },
  { name: 'old-spreaker', html: post(spreaker(40_404)), expected: ['old_snippet'] },
  {
    name: 'old-buzzsprout',
    html: post(
      '<div id="buzzsprout-player-123"></div><script src="https://www.buzzsprout.com/9/40404-title.js?container_id=buzzsprout-player-123&player=small" type="text/javascript" charset="utf-8"></script>',
    ),
    expected: ['old_snippet'],
  },
  {
    name: 'old-spreaker-link',
    html: post(
      '<a class="spreaker-player" href="https://www.spreaker.com/episode/40404" data-resource="episode_id=40404" data-width="100%" data-height="200px">Listen to "x" on Spreaker.</a><script async src="https://widget.spreaker.com/widgets.js"></script>',
    ),
    expected: ['old_snippet'],
  },
  {
    name: 'old-libsyn',
    html: post(
      '<iframe src="https://html5-player.libsyn.com/embed/episode/id/40404/height/90/" height="90" width="100%"></iframe>',
    ),
    expected: ['old_snippet'],
  },
  {
    name: 'lazy-unfinished',
    html: post(`<iframe class="lazyload" data-src="${PLAYER}" width="100%" height="200"></iframe>`),
    expected: ['lazy_unfinished'],
  },
  {
    name: 'litespeed',
    html: post(
      `<iframe data-lazyloaded="1" data-litespeed-src="${PLAYER}" src="about:blank" width="100%" height="200"></iframe>`,
    ),
    expected: ['lazy_unfinished'],
  },
  // Editors
  { name: 'shortcode-text', html: post(`<p>${SHORTCODE}</p>`), expected: ['shortcode_unread'] },
  { name: 'escaped-frame', html: post(`<p>${escapeHtml(FRAME)}</p>`), expected: ['shown_as_text'] },
  {
    name: 'escaped-snippet',
    html: post(`<p>${escapeHtml(SNIPPET)}</p>`),
    expected: ['shown_as_text'],
  },
  { name: 'smart-quotes', html: post(FRAME.replaceAll('"', '”')), expected: ['smart_quotes'] },
  {
    name: 'smart-quotes-link',
    html: post(`${ANCHOR.replace(/="([^"]*)"/g, '=“$1”')}${LOADER}`),
    expected: ['smart_quotes'],
  },
  {
    name: 'two-resources',
    html: post(SNIPPET.replace('"episode_id=1"', '"episode_id=1&amp;show_id=1"')),
    expected: ['bad_resource'],
  },
  {
    name: 'resource-spaces',
    html: post(SNIPPET.replace('"episode_id=1"', '"episode_id = 1"')),
    expected: ['bad_resource'],
  },
  {
    name: 'stripped-all',
    html: post(
      `<p><a href="{{EPISODE_PAGE}}" rel="nofollow">Listen to "Why rooms sing" on Earshot.</a></p>`,
    ),
    expected: ['stripped'],
  },
  {
    name: 'element',
    html: post(
      `<earshot-player widget-url="${POD}" resource="episode_id=1"><a href="${POD}/episode/1">Listen</a></earshot-player>`,
    ),
    expected: ['element_undefined'],
  },
  // Styles
  {
    name: 'zero-height',
    html: post(
      `<iframe src="${PLAYER}" width="100%" height="200"></iframe>`,
      css('.post iframe { height: 0 }'),
    ),
    expected: ['zero_size'],
  },
  {
    name: 'zero-important',
    html: post(FRAME, css('main.content article.post iframe { height: 0 !important }')),
    expected: ['zero_size'],
  },
  {
    name: 'thin',
    html: post(FRAME, css('iframe { height: 12px !important; max-height: 12px !important }')),
    expected: ['zero_size'],
  },
  {
    name: 'scaled',
    html: post(FRAME, css('iframe { transform: scale(0) }')),
    expected: ['zero_size'],
  },
  {
    name: 'display-none',
    html: post(FRAME, css('.post iframe { display: none }')),
    expected: ['hidden'],
  },
  {
    name: 'parent-none',
    html: post(`<div class="embed">${SNIPPET}</div>`, css('.embed { display: none !important }')),
    expected: ['hidden'],
  },
  {
    name: 'visibility',
    html: post(FRAME, css('#none, .post iframe { visibility: hidden !important }')),
    expected: ['hidden'],
  },
  {
    name: 'opacity',
    html: post(`<div class="fade-in">${SNIPPET}</div>`, css('.fade-in { opacity: 0 }')),
    expected: ['hidden'],
  },
  {
    name: 'clip-path',
    html: post(FRAME, css('iframe { clip-path: inset(100%) }')),
    expected: ['hidden'],
  },
  {
    name: 'off-screen',
    html: post(FRAME, css('iframe { position: absolute; left: -9999px }')),
    expected: ['off_screen'],
  },
  {
    name: 'cut-off',
    html: post(
      `<div class="video-wrap">${FRAME}</div>`,
      css('.video-wrap { height: 0; overflow: hidden }'),
    ),
    expected: ['cut_off'],
  },
  {
    name: 'cut-off-max',
    html: post(
      `<div class="teaser">${SNIPPET}</div>`,
      css('.teaser { max-height: 30px; overflow: hidden }'),
    ),
    expected: ['cut_off'],
  },
  {
    name: 'no-pointer',
    html: post(`<div class="locked">${FRAME}</div>`, css('.locked { pointer-events: none }')),
    expected: ['no_pointer'],
  },
  {
    name: 'no-pointer-frame',
    html: post(FRAME, css('iframe { pointer-events: none !important }')),
    expected: ['no_pointer'],
  },
  {
    name: 'covered',
    html: post(
      `<div class="card">${FRAME}<a class="stretched" href="/post"></a></div>`,
      css('.card { position: relative } .stretched { position: absolute; inset: 0; z-index: 5 }'),
    ),
    expected: ['covered'],
  },
  {
    name: 'covered-fixed',
    html: post(
      FRAME,
      css(
        'body::before, .glass { position: fixed; inset: 0; z-index: 99; background: #0001 } .glass { content: "" }',
      ),
    ).replace('<footer>', '<div class="glass"></div><footer>'),
    expected: ['covered'],
  },
  // Mixtures
  {
    name: 'mixed-page',
    html: post(
      `${FRAME}<hr>${spreaker(40_404)}<hr>${FRAME.replaceAll(POD, 'http://pod.example')}<hr><p>${escapeHtml(FRAME)}</p>`,
    ),
    expected: [null, 'old_snippet', 'mixed_content', 'shown_as_text'],
  },
  {
    name: 'script-and-style',
    html: post(`<div class="embed">${FRAME}</div>${ANCHOR}`, css('.embed { display: none }')),
    expected: ['hidden', 'no_script'],
  },
];

const BANNER = `<div id="cookie-banner" style="position:fixed;left:0;right:0;bottom:0;height:160px;background:#222;color:#fff;z-index:9999">We use cookies. <button>Accept</button></div>`;
const WALL = `<div class="backdrop" style="position:fixed;inset:0;background:#000a;z-index:9998"></div><div role="dialog" style="position:fixed;left:10%;right:10%;top:10%;bottom:10%;background:#fff;z-index:9999">Subscribe! <button>No</button></div>`;

export const GOOD: readonly BlogPage[] = [
  { name: 'snippet', html: post(SNIPPET), expected: [null] },
  { name: 'frame', html: post(FRAME), expected: [null] },
  { name: 'shortcode', html: post(`<p>${SHORTCODE}</p>`, LOADER), expected: [null] },
  {
    name: 'low',
    html: post(iframeSnippet({ ...SOURCE, options: { ...SOURCE.options, height: '80px' } })),
    expected: [null],
  },
  { name: 'narrow', html: post(`<aside style="width:280px">${SNIPPET}</aside>`), expected: [null] },
  {
    name: 'cookie-banner',
    html: post(SNIPPET).replace('<footer>', `${BANNER}<footer>`),
    expected: [null],
  },
  {
    name: 'subscribe-wall',
    html: post(FRAME).replace('<footer>', `${WALL}<footer>`),
    expected: [null],
  },
  {
    name: 'sticky-header',
    html: post(
      SNIPPET,
      css('header { position: sticky; top: 0; height: 120px; background: #eee; z-index: 10 }'),
    ),
    expected: [null],
  },
  {
    name: 'policy-allows',
    headers: policy(`default-src 'none'; script-src ${POD}; frame-src ${POD}; img-src data:`),
    html: post(SNIPPET),
    expected: [null],
  },
  {
    name: 'sandbox-allows',
    html: post(FRAME.replace('<iframe', '<iframe sandbox="allow-scripts"')),
    expected: [null],
  },
  {
    name: 'load-on-click',
    html: post(scriptSnippet({ ...SOURCE, loadOnClick: true })),
    expected: [null],
  },
  {
    name: 'tabs',
    html: post(
      `<div role="tablist"><button role="tab" aria-controls="t1">Text</button><button role="tab" aria-controls="t2" onclick="document.getElementById('t2').style.display='block'">Listen</button></div><div id="t1">Text</div><div id="t2" role="tabpanel" style="display:none">${SNIPPET}</div>`,
    ),
    expected: [null],
  },
  {
    name: 'details',
    html: post(`<details><summary>Listen</summary>${FRAME}</details>`),
    expected: [null],
  },
  {
    name: 'tutorial',
    html: post(
      `<pre><code>${escapeHtml(SNIPPET)}</code></pre><textarea>${escapeHtml(FRAME)}</textarea><code>${SHORTCODE}</code>`,
    ),
    expected: [],
  },
  {
    name: 'commented-out',
    html: post(`<!-- ${spreaker(40_404)} -->${FRAME}<noscript>${spreaker(40_404)}</noscript>`),
    expected: [null],
  },
  {
    name: 'others',
    html: post(
      `${spreaker(7)}<iframe width="100%" height="166" src="https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/5"></iframe>`,
    ),
    expected: [null, null],
  },
  {
    name: 'twitter-beside',
    html: post(
      `<blockquote class="twitter-tweet">A tweet</blockquote><script async src="https://platform.twitter.com/widgets.js"></script>${FRAME}`,
    ),
    expected: [null],
  },
  {
    name: 'lazy-works',
    html: post(
      `<iframe class="lazy" data-src="${PLAYER}" width="100%" height="200"></iframe><script>new IntersectionObserver(function (all) { all.forEach(function (one) { if (one.isIntersecting) one.target.src = one.target.dataset.src }) }).observe(document.querySelector('.lazy'))</script>`,
    ),
    expected: [null],
  },
  {
    name: 'delay-works',
    html: post(
      `${ANCHOR}<script type="rocketlazyloadscript" data-rocket-src="${POD}/widgets.js"></script><script>addEventListener('mousemove', function () { var s = document.createElement('script'); s.src = document.querySelector('[data-rocket-src]').dataset.rocketSrc; document.querySelector('[data-rocket-src]').replaceWith(s) }, { once: true })</script>`,
    ),
    expected: [null],
  },
  { name: 'plain-http', protocol: 'http', html: post(SNIPPET), expected: [null] },
  {
    name: 'no-player',
    html: post(
      '<p>Just text, and a <a href="https://www.youtube.com/embed/x">video</a>.</p><iframe src="about:blank"></iframe>',
    ),
    expected: [],
  },
  {
    name: 'long-page',
    html: post(`${TEXT.repeat(150)}${SNIPPET}${TEXT.repeat(50)}`),
    expected: [null],
  },
  {
    name: 'isolated-ours',
    headers: { 'Cross-Origin-Embedder-Policy': 'require-corp' },
    html: post(SNIPPET),
    expected: [null],
  },
  {
    name: 'late-in-a-frame',
    html: post(
      '<div id="x"></div>',
      `${LOADER}<script>setTimeout(function () { document.getElementById('x').innerHTML = ${JSON.stringify(ANCHOR)} }, 2500)</script>`,
    ),
    expected: [null],
  },
];
