import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Highlighted } from '../../src/parts/highlighted.tsx';

const html = (text: string, ranges: [number, number][]) =>
  renderToStaticMarkup(<Highlighted highlight={{ text, ranges }} />);

describe('Highlighted', () => {
  it('marks each range', () => {
    expect(
      html('Why rooms sing', [
        [0, 3],
        [10, 14],
      ]),
    ).toBe('<bdi><mark>Why</mark> rooms <mark>sing</mark></bdi>');
  });

  it('escapes what people wrote', () => {
    expect(html('<b>x</b>', [[3, 4]])).toBe('<bdi>&lt;b&gt;<mark>x</mark>&lt;/b&gt;</bdi>');
  });
});
