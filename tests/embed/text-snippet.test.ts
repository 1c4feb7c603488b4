import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type EmbedText, parseSnippet, textSnippet } from '../../src/embed/index.ts';

const cue = (starts_at: number, text: string, speaker: string | null = null) => ({
  starts_at,
  ends_at: starts_at + 2,
  speaker,
  text,
});
const TEXT: EmbedText = {
  show: 'Field notes',
  language: 'en-GB',
  duration: 200,
  notes: '<p>Begins at 1:15 – the bell</p>',
  chapters: [{ starts_at: 0, title: 'Fog' }],
  cues: [cue(1.5, 'Every room\nhas a note.', 'Ada'), cue(4, 'It answers.', 'Ada')],
  labels: { chapters: 'Chapters', transcript: 'Transcript' },
};
const source = {
  options: { resource: 'episode_id=1' },
  title: 'Why rooms sing',
  link_url: 'https://site.test/user/a/b?key=k#x',
  widgetUrl: 'https://w.test',
  productName: 'Earshot',
} as const;
const write = (text: Partial<EmbedText> = {}, more = {}) =>
  textSnippet({ ...source, ...more, text: { ...TEXT, ...text } });

const HOSTILE = '"><img src=x onerror=alert(1)> [gallery] </details>';
const hostile = () =>
  write(
    {
      show: HOSTILE,
      chapters: [{ starts_at: 1, title: HOSTILE }],
      cues: [cue(1, HOSTILE, HOSTILE)],
      notes: 'I <3 [gallery] & "more"',
      language: '"><b>',
    },
    { title: HOSTILE },
  );

describe('textSnippet', () => {
  it('links times to the page of the episode, wherever the link of the player leads', () => {
    const quote = { link_url: 'https://site.test/quote/k3fq7a2mzd4x' };
    const html = write({ url: 'https://site.test/user/a/b' }, quote);
    expect(html).toContain('class="earshot-player" href="https://site.test/quote/k3fq7a2mzd4x"');
    expect(html).toContain('href="https://site.test/user/a/b#t=75"');
    expect(html).not.toContain('k3fq7a2mzd4x#t=');
  });

  it('writes title, show, player, notes, chapters and transcript', () => {
    const link = (seconds: number, time: string) =>
      `<a href="https://site.test/user/a/b?key=k#t=${seconds}" data-seek="${seconds}">${time}</a>`;
    expect(write().split('\n')).toEqual([
      '<div class="earshot-text" lang="en-GB">',
      '<p><strong>Why rooms sing</strong><br />Field notes</p>',
      expect.stringMatching(/^<a class="earshot-player" .*<\/script>$/),
      `<p>Begins at ${link(75, '1:15')} – the bell</p>`,
      '<h2>Chapters</h2>',
      '<ol>',
      `<li>${link(0, '0:00')} <span data-seek="0">Fog</span></li>`,
      '</ol>',
      '<details open=""><summary>Transcript</summary>',
      `<p dir="auto">${link(1.5, '0:01')} <strong>Ada:</strong> <span data-seek="1.5">Every room has a note.</span> <span data-seek="4">It answers.</span></p>`,
      '</details>',
      '</div>',
    ]);
  });

  it('contains the script snippet, so that it is read again', () => {
    expect(parseSnippet(write())).toMatchObject({
      kind: 'script',
      options: { resource: 'episode_id=1' },
    });
  });

  it('leaves out what an episode does not have', () => {
    const bare = write({ notes: '', chapters: [], cues: [], language: null });
    expect(bare).not.toMatch(/h2|details|lang=/);
  });

  it('has no empty line, which ends HTML in Markdown, and no picture, which would be requested', () => {
    const notes = '<p>One</p>\n\n \n<pre>a\n\nb</pre><img alt="x > y" src="https://h.test/a.png">';
    const html = write({ notes });
    expect(html).not.toMatch(/\n\s*\n/);
    expect(html).not.toContain('<img');
    expect(html).toContain('<pre>a\n&#10;b</pre>');
  });

  it('is XML, for pages in it', () => {
    const html = write({ notes: '<p>One<br>two</p><hr>' });
    expect(html).toContain('<p>One<br />two</p><hr />');
    expect(write({ notes: 'One\ntwo' })).toContain('One<br />two');
  });

  it('escapes every text, and brackets of shortcodes', () => {
    const html = hostile();
    expect(html).not.toMatch(/<img|\[|<b>/);
    expect(html.match(/<\/details>/g)).toHaveLength(1);
    expect(html).toContain('<p>I &lt;3 &#91;gallery] &amp; &quot;more&quot;</p>');
  });

  const kses = '/usr/share/wordpress/wp-includes/kses.php';
  it.skipIf(!existsSync(kses) || !existsSync('/usr/bin/php'))(
    'survives what WordPress removes from the posts of authors, except for the script',
    () => {
      for (const html of [write(), hostile()]) {
        const kept = execFileSync('php', ['-r', KSES], { input: html }).toString();
        const expected = html.replace(/<script.*?<\/script>/, '').replaceAll('&#91;', '&#091;');
        expect(kept).toBe(expected);
      }
    },
  );
});

const KSES = `
define('ABSPATH', '/usr/share/wordpress/'); define('WPINC', 'wp-includes'); error_reporting(1);
foreach (['plugin', 'load', 'functions', 'formatting', 'kses'] as $file) require ABSPATH . "wp-includes/$file.php";
add_filter('pre_option_blog_charset', fn() => 'UTF-8');
echo wp_kses(stream_get_contents(STDIN), 'post');`;
