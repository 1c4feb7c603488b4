import { describe, expect, it } from 'vitest';
import { iframeSnippet, scriptSnippet, shortcodeSnippet } from '../../src/embed/index.ts';

const source = {
  options: { resource: 'episode_id=1', theme: 'light', playlist: 'false' },
  title: 'Rooms & "bells" <b>',
  link_url: 'https://site.test/user/a/b?x=1&y=2',
  widgetUrl: 'https://w.test',
  productName: 'Earshot',
} as const;

describe('snippets', () => {
  it('writes the documented script snippet, escaped', () => {
    expect(scriptSnippet(source)).toBe(
      '<a class="earshot-player" href="https://site.test/user/a/b?x=1&amp;y=2" data-resource="episode_id=1" data-theme="light" data-playlist="false" data-width="100%" data-height="200px">Listen to "Rooms &amp; "bells" &lt;b&gt;" on Earshot.</a><script async="" src="https://w.test/widgets.js" charset="utf-8"></script>',
    );
  });

  it('writes the height around the link if the code holds the place', () => {
    const bare = scriptSnippet(source);
    const holds = (height = '200px') =>
      scriptSnippet({ ...source, options: { ...source.options, height }, holdsPlace: true });
    expect(holds()).toBe(`<div style="min-height:200px">${bare}</div>`);
    expect(holds('400px')).toMatch(/^<div style="min-height:400px"><a class="earshot-player" /);
  });

  it('writes the shortcode', () => {
    expect(shortcodeSnippet(source)).toBe(
      '[earshot type=player resource="episode_id=1" theme="light" playlist="false" width="100%" height="200px"]',
    );
  });

  it('writes the iframe', () => {
    expect(iframeSnippet(source)).toBe(
      '<iframe src="https://w.test/player?episode_id=1&amp;theme=light&amp;playlist=false" width="100%" height="200px" frameborder="0" allow="autoplay" style="color-scheme:light;height:200px" title="Rooms &amp; &quot;bells&quot; &lt;b&gt;"></iframe>',
    );
  });
});
