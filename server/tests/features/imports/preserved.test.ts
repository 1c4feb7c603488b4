import { describe, expect, it } from 'vitest';
import { parseFeed } from '../../../src/features/imports/parse-feed.ts';

const ENCLOSURE = '<enclosure url="https://e.test/1.mp3" length="1" type="audio/mpeg"/>';
const NAMESPACES =
  'xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:x="urn:x" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"';
const parse = ({ channel = '', item = '' }) =>
  parseFeed(
    `<rss version="2.0" ${NAMESPACES}><channel><title>T</title>${channel}
      <item><title>A</title>${ENCLOSURE}${item}</item></channel></rss>`,
  );
const channelOf = (channel: string) => parse({ channel });
const itemOf = (item: string) => parse({ item }).items[0];

describe('parseFeed, elements that it does not know', () => {
  it('keeps them with their attributes, their children and their namespace', () => {
    const xml = '<x:a b="1 &amp; 2"><x:c>text</x:c><d xmlns="urn:d"/></x:a>';
    expect(itemOf(xml)?.extra_xml).toBe(
      '<x:a xmlns:x="urn:x" b="1 &amp; 2"><x:c>text</x:c><ns:d xmlns:ns="urn:d"/></x:a>',
    );
    expect(channelOf('<ttl>60</ttl>').extra_xml).toBe('<ttl>60</ttl>');
  });

  it('keeps a prefix that nobody declared', () => {
    expect(itemOf('<lost:a/>')?.extra_xml).toBe('<lost:a xmlns:lost="undeclared:lost"/>');
  });

  it.each([
    ['a script of a page', '<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>'],
    ['a picture that runs', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['a style sheet', '<xsl:template xmlns:xsl="http://www.w3.org/1999/XSL/Transform"/>'],
    [
      'an inclusion',
      '<i:include xmlns:i="http://www.w3.org/2001/XInclude" href="file:///etc/passwd"/>',
    ],
  ])('leaves out %s', (_, xml) => {
    expect(itemOf(xml)?.extra_xml).toBe('');
    expect(itemOf(`<x:a>${xml}ok</x:a>`)?.extra_xml).toBe('<x:a xmlns:x="urn:x">ok</x:a>');
  });

  it('leaves out addresses that run', () => {
    expect(itemOf('<x:a href=" javascript:alert(1)" b="2"/>')?.extra_xml).toBe(
      '<x:a xmlns:x="urn:x" b="2"/>',
    );
    expect(itemOf('<link>javascript:alert(1)</link>')).toMatchObject({
      link_url: null,
      extra_xml: '',
    });
  });

  it('leaves out more than a feed can carry', () => {
    const huge = `<x:a>${'a'.repeat(300_000)}</x:a>`;
    expect(itemOf(`<x:b/>${huge}<x:c/>`)?.extra_xml).toBe(
      '<x:b xmlns:x="urn:x"/><x:c xmlns:x="urn:x"/>',
    );
  });
});

describe('parseFeed, fields of Podcasting 2.0', () => {
  it.each([
    [
      'persons',
      '<podcast:person role="host" href="https://e.test/a">Ada</podcast:person>',
      [{ name: 'Ada', role: 'host', group: null, img: null, href: 'https://e.test/a' }],
    ],
    [
      'license',
      '<podcast:license url="https://e.test/l">cc-by-4.0</podcast:license>',
      { name: 'cc-by-4.0', url: 'https://e.test/l' },
    ],
    [
      'txt',
      '<podcast:txt purpose="verify">abc</podcast:txt>',
      [{ text: 'abc', purpose: 'verify' }],
    ],
    [
      'funding',
      '<podcast:funding url="https://e.test/pay">Pay</podcast:funding>',
      [{ url: 'https://e.test/pay', text: 'Pay' }],
    ],
    ['locked', '<podcast:locked owner="a@e.test">Yes</podcast:locked>', true],
    ['medium', '<podcast:medium>music</podcast:medium>', 'music'],
    [
      'guid',
      '<podcast:guid>917393e3-1b1e-5cef-ace4-edaa54e1f810</podcast:guid>',
      '917393e3-1b1e-5cef-ace4-edaa54e1f810',
    ],
    ['complete', '<itunes:complete>yes</itunes:complete>', true],
    ['itunes_type', '<itunes:type>Serial</itunes:type>', 'serial'],
    [
      'owner_email',
      '<itunes:owner><itunes:email>a@e.test</itunes:email></itunes:owner>',
      'a@e.test',
    ],
  ] as const)('reads %s of a show', (field, xml, value) => {
    const feed = channelOf(xml);
    expect(feed[field]).toEqual(value);
    expect(feed.extra_xml).toBe('');
  });

  it.each([
    [
      'soundbites',
      '<podcast:soundbite startTime="73.5" duration="60">bite</podcast:soundbite>',
      [{ starts_at: 73.5, duration: 60, title: 'bite' }],
    ],
    ['season_name', '<podcast:season name="Two">2</podcast:season>', 'Two'],
    ['episode_number', '<itunes:episode>007</itunes:episode>', 7],
    ['episode_display', '<podcast:episode display="Ch.3">3</podcast:episode>', 'Ch.3'],
    [
      'transcript_links',
      '<podcast:transcript url="https://e.test/t.vtt" type="text/vtt" language="en"/>',
      [{ url: 'https://e.test/t.vtt', type: 'text/vtt', language: 'en', rel: null }],
    ],
    [
      'chapters_url',
      '<podcast:chapters url="https://e.test/c.json" type="application/json+chapters"/>',
      'https://e.test/c.json',
    ],
    ['episode_type', '<itunes:episodeType>Bonus</itunes:episodeType>', 'bonus'],
    ['blocked', '<itunes:block>Yes</itunes:block>', true],
  ] as const)('reads %s of an episode', (field, xml, value) => {
    expect(itemOf(xml)?.[field]).toEqual(value);
    expect(itemOf(xml)?.extra_xml).toBe('');
  });

  it.each([
    '<podcast:person email="a@e.test">Ada</podcast:person>',
    '<podcast:episode order="a">3</podcast:episode>',
    '<podcast:transcript url="https://e.test/t.vtt"/>',
  ])('keeps %s as it is, because no field holds it', (xml) => {
    expect(itemOf(xml)).toMatchObject({ extra_xml: xml, persons: [], license: null, season: null });
  });

  it.each([
    ['podcast:episode', 'first'],
    ['podcast:season', '1.5'],
    ['itunes:season', 'S1'],
    ['itunes:episode', 'eleven'],
  ])('leaves out %s with %s, which directories refuse', (element, text) => {
    expect(itemOf(`<${element}>${text}</${element}>`)).toMatchObject({
      extra_xml: '',
      wrong_parts: [{ element, text }],
    });
    expect(itemOf(`<${element}> </${element}>`)).toMatchObject({ extra_xml: '', wrong_parts: [] });
  });

  it('leaves out a lock that is neither yes nor no', () => {
    expect(channelOf('<podcast:locked>maybe</podcast:locked>')).toMatchObject({
      locked: null,
      extra_xml: '',
      wrong_parts: [{ element: 'podcast:locked', text: 'maybe' }],
    });
  });

  it('takes an episode without a word of its own for as explicit as its show', () => {
    const explicit = (value: string) => `<itunes:explicit>${value}</itunes:explicit>`;
    const read = (channel: string, item: string) => parse({ channel, item }).items[0]?.explicit;
    expect(read(explicit('yes'), '')).toBe(true);
    expect(read(explicit('yes'), explicit('no'))).toBe(false);
    expect(read(explicit('clean'), explicit('true'))).toBe(true);
    expect(read('', '')).toBe(false);
  });
});
