import { describe, expect, it } from 'vitest';
import { cleanHtml, cleanLine } from '../../../src/platform/text/clean-text.ts';

describe('cleanLine', () => {
  it('is one line without control characters', () => {
    expect(cleanLine(' a\u0000b\nc\u202e ')).toBe('a b c');
  });

  it('is never cut within a character', () => {
    expect(cleanLine('ab🔔', 3)).toBe('ab');
    expect(cleanLine('ab🔔', 4)).toBe('ab🔔');
  });
});

describe('cleanHtml', () => {
  it.each([
    ['List<String> foo', 'List&lt;String&gt; foo'],
    ['a <not> b & c', 'a &lt;not&gt; b &amp; c'],
    ['a <script>alert(1)</script>b', 'a b'],
    ['<IMG src=x onerror=alert(1)> <String>', ''],
  ])('takes %j, as text if it has no element of HTML', (text, html) => {
    expect(cleanHtml(text).trim()).toBe(html);
  });

  it('leaves nothing that runs or loads', () => {
    expect(cleanHtml('<a href="javascript:alert(1)">x</a><img src=x onerror=alert(1)>')).toBe('x');
  });

  it.each([
    ['<a href="https://pod.test/?a:b">x</a>', true],
    ['<a href="MAILTO:ann@pod.test">x</a>', true],
    ['<a href="/user/ann#a:b">x</a>', true],
    ['<a href="#notes">x</a>', true],
    ['<a href="tel:+4930">x</a>', false],
    ['<a href=" java\nscript:alert(1)">x</a>', false],
    ['<a name="here">x</a>', false],
    ['<a>x</a>', false],
  ])('keeps a link that leads somewhere, and else its text: %s', (html, isLink) => {
    const text = cleanHtml(`<p>call ${html} &amp; ask</p>`);
    expect(text.includes('<a href=')).toBe(isLink);
    expect(cleanHtml(text)).toBe(text);
    expect(text).toMatch(
      /^<p>call (<a href="[^"]+" rel="nofollow noopener">x<\/a>|x) &amp; ask<\/p>$/,
    );
  });

  it('keeps tables, preformatted text and lines', () => {
    const table =
      '<table><caption>c</caption><thead><tr><th scope="col">A</th></tr></thead>' +
      '<tbody><tr><td colspan="2">1</td></tr></tbody></table>';
    expect(cleanHtml(table)).toBe(table);
    expect(cleanHtml('<table style="x" onclick="y()"><tr><td width="9">1</td></tr></table>')).toBe(
      '<table><tr><td>1</td></tr></table>',
    );
    expect(cleanHtml('<pre>a\n  b</pre><hr class="x">')).toBe('<pre>a\n  b</pre><hr />');
  });

  it('keeps pictures of the web with their size', () => {
    const kept =
      '<img src="https://pod.test/a.png?x=1&amp;y=2" alt="a &gt; b" width="640" height="360" />';
    expect(cleanHtml(kept)).toBe(kept);
    expect(
      cleanHtml(
        '<p><img width="640px" height="50%" onerror="x()" srcset="b 2x" src="http://pod.test/a" /></p>',
      ),
    ).toBe('<p><img src="http://pod.test/a" alt="" width="640" /></p>');
  });

  it.each([
    '<img alt="no address">',
    '<img src="/relative.png">',
    '<img src="data:image/png;base64,AAAA">',
    '<img src="javascript:x()">',
    '<img src="//pod.test/a.png">',
    '<img src="https://stats.test/open.gif" width="1" height="1">',
    '<img src="https://stats.test/open.gif" width="600" height="2">',
    '<img src="https://stats.test/open.gif" width="0">',
    '<img src="https://stats.test/open.gif" style="width:1px;height:1px">',
    '<img src="https://stats.test/open.gif" style="border:0; display: none">',
  ])('drops the picture %s', (html) => {
    expect(cleanHtml(`a${html}<b>b</b>`)).toBe('a<b>b</b>');
    expect(cleanHtml(`<b>a${html}</b>b`)).toBe('<b>a</b>b');
  });

  it('stores the original address of a picture that our pages have shown', () => {
    const shown =
      '<img src="https://ours.test/media/notes/episode-7/x.webp" data-original="https://pod.test/a.png" alt="a" loading="lazy" />';
    expect(cleanHtml(shown)).toBe('<img src="https://pod.test/a.png" alt="a" />');
  });

  it.each([
    ['<h1>a</h1><h2>b</h2><h3>c</h3>', '<h3>a</h3><h4>b</h4><h5>c</h5>'],
    ['<h2>a</h2><h5>b</h5><h2>c</h2>', '<h3>a</h3><h4>b</h4><h3>c</h3>'],
    ['<H6>a</H6>', '<h3>a</h3>'],
    [
      '<h1>1</h1><h2>2</h2><h3>3</h3><h4>4</h4><h5>5</h5><h6>6</h6>',
      '<h3>1</h3><h4>2</h4><h5>3</h5><h6>4</h6><h6>5</h6><h6>6</h6>',
    ],
  ])('puts the headings of %s below those of the page', (html, cleaned) => {
    expect(cleanHtml(html)).toBe(cleaned);
    expect(cleanHtml(cleaned)).toBe(cleaned);
  });

  it('keeps buttons that play an episode, with nothing but their data', () => {
    const data = 'data-episode_id="7" data-station_url="https://site.test/api/v2/episodes/7"';
    const button = `<button ${data} data-offset_start="30" type="button">Intro</button>`;
    expect(cleanHtml(button)).toBe(button);
    expect(
      cleanHtml(
        `<button class="x" onclick="y()" type="submit" formaction="/z" ${data}>Go</button>`,
      ),
    ).toBe(`<button type="submit" ${data}>Go</button>`.replace('submit', 'button'));
  });

  it.each([
    '<button onclick="x()">Go</button>',
    '<button data-episode_id="7">Go</button>',
    '<button data-episode_id="x" data-station_url="https://a.test/episodes/1">Go</button>',
    '<button data-episode_id="7" data-station_url="javascript:x">Go</button>',
    '<button data-episode_id="7" data-station_url="/episodes/7" data-playlist_url="data:x">Go</button>',
  ])('keeps only the text of %s', (html) => {
    expect(cleanHtml(html)).toBe('Go');
  });

  it('keeps the nesting of real show notes', () => {
    const list = '<ul><li>a<ul><li>b</li></ul></li></ul>';
    expect(cleanHtml(list)).toBe(list);
    const paragraphs = '<p>a<br />b</p>'.repeat(1_000);
    expect(cleanHtml(paragraphs)).toBe(paragraphs);
  });

  it('keeps the text of markup that is nested too deeply', () => {
    expect(cleanHtml(`${'<b>'.repeat(10_000)}hello <i>world</i>`).replace(/\s+/g, ' ')).toBe(
      'hello world',
    );
  });

  it.each([
    ['nested tags', '<b>'],
    ['nested lists', '<ul><li>'],
    ['nested tags behind quotes', `<b a='<'>`],
    ['nested tags that appear when tags are removed', '<b <x>>'],
    ['comments without an end', '<p><!--'],
  ])('does not hang on %s', (_, markup) => {
    // Quadratic time would be many minutes, which is beyond the time limit of a test.
    const many = markup.repeat(250_000);
    expect(cleanHtml(`hello ${many}`)).toContain('hello');
    expect(cleanHtml(`hello ${many}${'</i>'.repeat(250_000)}`)).toContain('hello');
  });
});
