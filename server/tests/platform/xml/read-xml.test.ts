import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { decodeXml } from '../../../src/platform/xml/decode-xml.ts';
import { BrokenXml, readXml } from '../../../src/platform/xml/read-xml.ts';
import {
  attributeOf,
  childElements,
  textOf,
  type XmlElement,
} from '../../../src/platform/xml/xml-element.ts';

const FEEDS = fileURLToPath(new URL('../../../../../shared/data/feeds/', import.meta.url));
const isThere = existsSync(FEEDS);
if (!isThere) process.stderr.write(`skipped: no feeds under ${FEEDS}\n`);

const only = (xml: string): XmlElement => {
  const [child] = childElements(readXml(`<root>${xml}</root>`));
  if (!child) throw new Error('no element');
  return child;
};

describe('readXml', () => {
  it.each([
    ['<a>x</a>', 'x'],
    ['<a> x\n </a>', 'x'],
    ['<a>1 &lt; 2 &amp;&#233;&#xe9;&eacute;</a>', '1 < 2 &ééé'],
    ['<a><![CDATA[1 < 2 &amp; ]] ]]></a>', '1 < 2 &amp; ]]'],
    ['<a>x<![CDATA[ y ]]>z<!-- not this -->!</a>', 'x y z!'],
    ['<a><![CDATA[x]]]]><![CDATA[></a>]]></a>', 'x]]></a>'],
    ['<a>AT&T &unknown; &</a>', 'AT&T &unknown; &'],
    ['<a>1 < 2, 3 <4> <<</a>', '1 < 2, 3 <4> <<'],
    ['<a>p<b>old</b> & <i class="x">i</i></a>', 'p<b>old</b> &amp; <i class="x">i</i>'],
    ['<a>one</b> two</a>', 'one two'],
    ['<a\n>x</a\n>', 'x'],
    ['<a/>', ''],
  ])('reads the text of %s', (xml, text) => {
    expect(textOf(only(xml))).toBe(text);
  });

  it.each([
    ['<a b="x"/>', 'x'],
    ["<a b = 'x > y'/>", 'x > y'],
    ['<a b=x c>t</a>', 'x'],
    ['<a B="1 &amp; 2?a=1&copy=2"/>', '1 & 2?a=1&copy=2'],
    ['<a c:b="no" b="yes"/>', 'yes'],
  ])('reads the attribute of %s', (xml, value) => {
    expect(attributeOf(only(xml), 'b')).toBe(value);
  });

  it('finds the namespace of each element and attribute', () => {
    const root = readXml(
      `<rss xmlns="urn:rss" xmlns:a="urn:a"><a:x a:n="1" n="2"/><a:y xmlns:a="urn:b"><z/></a:y>
        <b:w/><v xmlns="urn:v"/></rss>`,
    );
    const [x, y, w, v] = childElements(root);
    expect([root.namespace, x?.namespace, y?.namespace]).toEqual(['', 'urn:a', 'urn:b']);
    expect(x?.attributes.map(({ namespace }) => namespace)).toEqual(['urn:a', '']);
    expect(y && childElements(y)[0]?.namespace).toBe('');
    expect([w?.namespace, v?.namespace]).toEqual(['undeclared:b', 'urn:v']);
  });

  it('takes no entity from the document, and loads none', () => {
    const laughs = [
      '<!ENTITY a "ha">',
      '<!ENTITY b "&a;&a;">',
      '<!ENTITY c SYSTEM "file:///etc/passwd">',
    ];
    const xml = `<?xml version="1.0"?><!DOCTYPE r [${laughs.join('')} <!ELEMENT r ANY>]><r>&a;&b;&c;</r>`;
    expect(textOf(readXml(xml))).toBe('&a;&b;&c;');
  });

  it.each(['', 'text', '<!-- -->', '<a>', '<a><b></b>', '<a><![CDATA[', '<a', '<a b="', '</a>'])(
    'refuses %j',
    (xml) => {
      expect(() => readXml(xml)).toThrow(BrokenXml);
    },
  );

  it('leaves out what is nested too deeply, and goes on after it', () => {
    const root = readXml(`<r>${'<b>'.repeat(5_000)}deep${'</b>'.repeat(5_000)}<c>next</c></r>`);
    expect(childElements(root).map(({ name }) => name)).toEqual(['b', 'c']);
    expect(textOf(childElements(root)[1] as XmlElement)).toBe('next');
  });

  it.each([
    '<',
    '<a',
    '<a b',
    '<a b="',
    "<a b='",
    '<!',
    '<!x>',
    '<![',
    '<!--',
    '</',
    '<?',
    '&',
    '&#',
    '<a/>',
  ])('does not hang on a quarter of a million of %j', (part) => {
    // Quadratic time would be many minutes, which is beyond the time limit of a test.
    try {
      readXml(`<r>${part.repeat(250_000)}</r>`);
    } catch (error) {
      expect(error).toBeInstanceOf(BrokenXml);
    }
  });
});

const reference = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  trimValues: false,
  processEntities: false,
});
type ReferenceNode = Record<string, unknown> & { ':@'?: Record<string, string> };

/** The names of all elements and attributes, in their order. */
function* namesInReference(nodes: readonly ReferenceNode[]): Generator<string> {
  for (const node of nodes) {
    const tag = Object.keys(node).find((key) => key !== ':@') ?? '';
    if (tag.startsWith('?') || tag === '#text') continue;
    yield `<${tag}>`;
    for (const name of Object.keys(node[':@'] ?? {})) if (!/^xmlns\b/.test(name)) yield name;
    yield* namesInReference(node[tag] as ReferenceNode[]);
  }
}

function* namesIn({ prefix, name, attributes, children }: XmlElement): Generator<string> {
  yield `<${prefix && `${prefix}:`}${name}>`;
  for (const each of attributes) yield `${each.prefix && `${each.prefix}:`}${each.name}`;
  for (const child of children) if (typeof child !== 'string') yield* namesIn(child);
}

describe.skipIf(!isThere)('readXml on feeds from the wild', () => {
  const files = isThere
    ? readdirSync(FEEDS, { recursive: true })
        .map(String)
        .filter((name) => /\.(xml|rss)$/.test(name) && !name.includes('xxe'))
    : [];

  it.each(files)('finds the same elements and attributes in %s as fast-xml-parser', (file) => {
    const text = decodeXml(readFileSync(join(FEEDS, file)));
    expect([...namesIn(readXml(text))]).toEqual([...namesInReference(reference.parse(text))]);
  });
});
