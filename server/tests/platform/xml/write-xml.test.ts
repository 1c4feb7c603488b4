import fc from 'fast-check';
import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { readXml } from '../../../src/platform/xml/read-xml.ts';
import { writeXml } from '../../../src/platform/xml/write-xml.ts';
import { childElements, textOf, type XmlElement } from '../../../src/platform/xml/xml-element.ts';

const DECLARED = { known: 'urn:known', other: 'urn:other' };
const within = (xml: string) => `<r xmlns:known="urn:known" xmlns:other="urn:other">${xml}</r>`;

const element = (fields: Partial<XmlElement>): XmlElement => ({
  prefix: '',
  name: 'x',
  namespace: '',
  attributes: [],
  children: [],
  ...fields,
});

const names = fc.oneof(
  fc.constantFrom(
    'a',
    'b-c',
    'é',
    '日本',
    'xmlns',
    '1a',
    'a b',
    '',
    'a:b',
    '<',
    'constructor',
    '__proto__',
  ),
  fc.string({ maxLength: 5 }),
);
const namespaces = fc.constantFrom('', 'urn:known', 'urn:new', 'urn:"<&', 'undeclared:p');
const texts = fc.string({ unit: 'binary', maxLength: 20 });
const trees = fc.letrec<{ tree: XmlElement }>((tie) => ({
  tree: fc.record({
    prefix: names,
    name: names,
    namespace: namespaces,
    attributes: fc.array(
      fc.record({ prefix: names, name: names, namespace: namespaces, value: texts }),
      { maxLength: 4 },
    ),
    children: fc.array(fc.oneof({ depthSize: 'small' }, texts, tie('tree')), { maxLength: 3 }),
  }),
})).tree;

describe('writeXml', () => {
  it('writes well-formed XML whatever the element is', () => {
    fc.assert(
      fc.property(trees, (tree) => {
        const xml = within(writeXml(tree, DECLARED));
        expect(XMLValidator.validate(xml)).toBe(true);
        const [read] = childElements(readXml(xml));
        const again = within(read ? writeXml(read, DECLARED) : '');
        expect(again).toBe(xml);
        expect(read?.name ?? tree.name).toBe(tree.name);
      }),
      { numRuns: 1_000 },
    );
  });

  it('declares namespaces that are not declared around it, once', () => {
    const inner = element({ prefix: 'p', namespace: 'urn:p', children: ['t'] });
    const outer = element({ prefix: 'p', namespace: 'urn:p', children: [inner] });
    expect(writeXml(outer, DECLARED)).toBe('<p:x xmlns:p="urn:p"><p:x>t</p:x></p:x>');
  });

  it('uses the declared prefix, and gives a taken prefix to nobody else', () => {
    expect(writeXml(element({ prefix: 'p', namespace: 'urn:known' }), DECLARED)).toBe('<known:x/>');
    expect(writeXml(element({ prefix: 'known', namespace: 'urn:mine' }), DECLARED)).toBe(
      '<known2:x xmlns:known2="urn:mine"/>',
    );
  });

  it('keeps every character that XML can hold', () => {
    const text = 'a<b>&"\'\r\n\t]]>\u00a0\u2028日本👍';
    const xml = within(writeXml(element({ children: [`|${text}|`] }), DECLARED));
    expect(textOf(childElements(readXml(xml))[0] as XmlElement)).toBe(`|${text}|`);
  });
});
