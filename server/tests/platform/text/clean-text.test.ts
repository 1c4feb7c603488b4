import { describe, expect, it } from 'vitest';
import { cleanHtml, cleanLine } from '../../../src/platform/text/clean-text.ts';

describe('cleanLine', () => {
  it('is one line without control characters', () => {
    expect(cleanLine(' a\u0000b\nc\u202e ')).toBe('a b c');
  });
});

describe('cleanHtml', () => {
  it('leaves nothing that runs or loads', () => {
    expect(cleanHtml('<a href="javascript:alert(1)">x</a><img src=x onerror=alert(1)>')).toBe(
      '<a rel="nofollow noopener">x</a>',
    );
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
    // Quadratic time would be hours, which is beyond the time limit of a test.
    const many = markup.repeat(1_000_000);
    expect(cleanHtml(`hello ${many}`)).toContain('hello');
    expect(cleanHtml(`hello ${many}${'</i>'.repeat(1_000_000)}`)).toContain('hello');
  });
});
