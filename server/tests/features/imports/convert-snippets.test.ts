import { describe, expect, it } from 'vitest';
import { playerKey, playerKeysOf } from '../../../src/features/former-addresses/old-players.ts';
import { convertSnippets } from '../../../src/features/imports/convert-snippets.ts';

const facts = { enclosure_url: '', guid: '', link_url: null, extra_xml: '' };

describe('playerKey', () => {
  // The player of each host, and the data of the same episode in its feed.
  it.each([
    [
      'https://widget.spreaker.com/player?episode_id=12345&theme=light',
      { guid: 'https://api.spreaker.com/episode/12345' },
    ],
    [
      'https://widget.spreaker.com/player?show_id=1&episode_id=12345',
      { enclosure_url: 'https://dts.podtrac.com/r/api.spreaker.com/download/episode/12345/a.mp3' },
    ],
    [
      'https://www.buzzsprout.com/1890340/9876543-the-title?client_source=small_player&iframe=true',
      { enclosure_url: 'https://www.buzzsprout.com/1890340/episodes/9876543-the-title.mp3' },
    ],
    [
      'https://html5-player.libsyn.com/embed/episode/id/4711/height/90/',
      { extra_xml: '<libsyn:itemId>4711</libsyn:itemId>' },
    ],
    [
      'https://playlist.megaphone.fm?e=PPY9210981870',
      { enclosure_url: 'https://traffic.megaphone.fm/PPY9210981870.mp3?updated=1' },
    ],
    [
      'https://share.transistor.fm/e/0a1b2c3d',
      { link_url: 'https://share.transistor.fm/s/0a1b2c3d' },
    ],
    [
      'https://anchor.fm/somebody/embed/episodes/A-title-e12abc',
      { link_url: 'https://anchor.fm/somebody/episodes/A-title-e12abc' },
    ],
    [
      'https://player.simplecast.com/00aa11bb-22cc-33dd-44ee-55ff66aa77bb?dark=true',
      { guid: '00aa11bb-22cc-33dd-44ee-55ff66aa77bb' },
    ],
    [
      'https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/246810&color=ff5500',
      { guid: 'tag:soundcloud,2010:tracks/246810' },
    ],
    [
      'https://fireside.fm/player/v2/cb6eRSp5+zgvKJFPw',
      {
        extra_xml:
          '<fireside:playerURL>https://fireside.fm/player/v2/cb6eRSp5+zgvKJFPw</fireside:playerURL>',
      },
    ],
  ])('names %s as the feed of its host does', (address, said) => {
    const key = playerKey(address);
    expect(key).not.toBeNull();
    expect(playerKeysOf({ ...facts, ...said })).toContain(key);
  });

  it.each(['https://www.youtube.com/embed/abc', '', 'javascript:alert(1)', 'https://spreaker.com'])(
    'knows no player at %s',
    (address) => {
      expect(playerKey(address)).toBeNull();
    },
  );
});

const convert = (text: string) =>
  convertSnippets(text, {
    widgetUrl: 'https://pod.example',
    productName: 'Earshot',
    find: (key) =>
      key === 'spreaker:1' || key === 'buzzsprout:7'
        ? {
            resource: 'episode_id=42',
            title: 'A "good" <one>',
            link_url: 'https://pod.example/user/a/one',
          }
        : null,
  });

describe('convertSnippets', () => {
  it('replaces a shortcode by a shortcode, with its options', () => {
    const { text, replaced } = convert(
      'a [spreaker type=player resource="episode_id=1" width="100%" height="300px" theme="dark" playlist="false"] b',
    );
    expect(replaced).toBe(1);
    expect(text).toMatch(/^a \[earshot type=player resource="episode_id=42" .*\] b$/);
    expect(text).toContain('theme="dark"');
    expect(text).toContain('height="300px"');
  });

  it('reads the quotes of a blog', () => {
    const { text } = convert('[spreaker type=player resource=&#8221;episode_id=1&#8243;]');
    expect(text).toContain('resource="episode_id=42"');
  });

  it('replaces a script snippet together with its loader', () => {
    const { text, replaced } = convert(
      '<p><a class="spreaker-player" href="https://www.spreaker.com/episode/1" data-resource="episode_id=1" ' +
        'data-theme="light" data-height="200px">Listen to "x" on Spreaker.</a>' +
        '<script async src="https://widget.spreaker.com/widgets.js"></script></p>',
    );
    expect(replaced).toBe(1);
    expect(text).toMatch(/^<p><a class="earshot-player".*<\/script><\/p>$/);
    expect(text).not.toContain('spreaker');
    expect(text).toContain('src="https://pod.example/widgets.js"');
  });

  it('replaces an iframe, whatever the order and quotes of its attributes', () => {
    const { text } = convert(
      "<iframe width='100%' height=180 src='https://widget.spreaker.com/player?show_id=9&amp;episode_id=1&amp;theme=dark'></iframe>",
    );
    expect(text).toContain('src="https://pod.example/player?episode_id=42');
    expect(text).toContain('theme=dark');
    expect(text).toContain('height="180');
  });

  it("replaces Buzzsprout's script with its box", () => {
    const { text } = convert(
      "<div id='buzzsprout-player-7'></div><script src='https://www.buzzsprout.com/5/7-t.js?container_id=buzzsprout-player-7&player=small' type='text/javascript' charset='utf-8'></script>!",
    );
    expect(text).toMatch(/^<a class="earshot-player".*<\/script>!$/);
  });

  it.each([
    ['links', '<a ', 'earshot-player '],
    ['scripts', '<script ', 'buzzsprout.com/1 '],
    ['frames', '<iframe ', 'src=x '],
  ])('takes no long time for many broken %s', (_what, tag, attributes) => {
    const text = (tag.repeat(1_300) + attributes.repeat(250)).repeat(40);
    expect(convert(text).replaced).toBe(0);
  });

  it('finds a player behind a broken link, and in a tag with another sign', () => {
    const link = '<a class="spreaker-player" title="1 < 2" data-resource="episode_id=1">x</a>';
    const { text, replaced } = convert(`<a href="x ${link}`);
    expect([replaced, text]).toEqual([1, expect.stringContaining('<a href="x <a class="earshot')]);
  });

  it('leaves and names a player whose episode is not here', () => {
    const page = 'one\n<iframe src="https://widget.spreaker.com/player?episode_id=2"></iframe>';
    expect(convert(page)).toEqual({
      text: page,
      replaced: 0,
      unknown: [{ line: 2, address: 'https://widget.spreaker.com/player?episode_id=2' }],
    });
  });

  it.each([
    '<iframe src="https://www.youtube.com/embed/x"></iframe>',
    '[[spreaker]]',
    '[spreaker resource="show_id=1"]',
    '<iframe>',
    `<iframe ${'a '.repeat(50_000)}`,
    '[spreaker '.repeat(10_000),
  ])('leaves everything else as it is (%#)', (page) => {
    expect(convert(page)).toMatchObject({ text: page, replaced: 0 });
  });

  describe('the players of another Earshot', () => {
    const fromEarshot = (text: string, formerUrl?: string) =>
      convertSnippets(text, {
        widgetUrl: 'https://pod.example',
        productName: 'Earshot',
        formerUrl,
        find: (key) =>
          key === 'old.example episode_id=7'
            ? {
                resource: 'episode_id=42',
                title: 'One',
                link_url: 'https://pod.example/user/a/one',
              }
            : null,
      });

    it('replaces a snippet with its script, and keeps its options', () => {
      const { text, replaced } = fromEarshot(
        '<a class="earshot-player" href="https://blog.example" data-resource="episode_id=7" data-theme="dark">x</a><script async="" src="https://old.example/widgets.js" charset="utf-8"></script>',
      );
      expect(replaced).toBe(1);
      expect(text).toContain('href="https://pod.example/user/a/one" data-resource="episode_id=42"');
      expect(text).toContain('data-theme="dark"');
      expect(text).toContain('src="https://pod.example/widgets.js"');
      expect(text).not.toContain('old.example');
    });

    it('replaces a frame', () => {
      const { text } = fromEarshot(
        '<iframe src="https://old.example/player?episode_id=7&amp;color=fff"></iframe>',
      );
      expect(text).toContain('src="https://pod.example/player?episode_id=42&amp;');
      expect(text).toContain('color=fff');
    });

    it('replaces a shortcode only if its former host is named', () => {
      const shortcode = '[earshot type=player resource="episode_id=7"]';
      expect(fromEarshot(shortcode).text).toBe(shortcode);
      expect(fromEarshot(shortcode, 'https://old.example').text).toContain('episode_id=42');
    });

    it('leaves our own players', () => {
      const own = '<iframe src="https://pod.example/player?episode_id=7"></iframe>';
      expect(fromEarshot(own)).toEqual({ text: own, replaced: 0, unknown: [] });
    });
  });
});
