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

  /** The work for 16 times the text, as a multiple: about 16 if linear, 256 if quadratic. */
  function growth(clean: (count: number) => void): number {
    const seconds = (count: number) => {
      const times = Array.from({ length: 3 }, () => {
        const start = process.cpuUsage().user;
        clean(count);
        return process.cpuUsage().user - start;
      });
      return Math.min(...times);
    };
    clean(1_000);
    return seconds(480_000) / Math.max(seconds(30_000), 1_000);
  }

  it.each([
    ['nested tags', (n: number) => '<b>'.repeat(n)],
    ['nested tags that other tags close', (n: number) => '<b>'.repeat(n) + '</i>'.repeat(n)],
    ['nested lists', (n: number) => '<ul><li>'.repeat(n)],
    ['nested tags behind quotes', (n: number) => `<b a='<'>`.repeat(n)],
    ['nested tags that appear when tags are removed', (n: number) => '<b <x>>'.repeat(n)],
    ['comments without an end', (n: number) => `<p>${'<!--'.repeat(n)}`],
  ])('takes linear time for %s', (_, make) => {
    expect(growth((count) => cleanHtml(make(count)))).toBeLessThan(64);
  });
});
