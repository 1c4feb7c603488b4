import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { MarkButton } from '../../src/marks/mark-button.tsx';
import { pageWith } from '../helpers/page-with.tsx';

describe('MarkButton', () => {
  it.each(['episode', 'show', 'user'] as const)('is a form without JavaScript for: %s', (kind) => {
    const html = (isMarked: boolean) =>
      renderToString(pageWith(<MarkButton kind={kind} id={7} isMarked={isMarked} />));
    expect(html(false)).toContain(`action="/account/marks/${kind}/7" method="post"`);
    expect(html(false)).not.toContain('site-scripted');
    expect(html(false)).toContain('value="true" name="on"');
    expect(html(true)).toContain('value="false" name="on"');
  });
});
