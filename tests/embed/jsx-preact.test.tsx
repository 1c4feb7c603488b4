/** @jsxImportSource preact */

import type { EarshotPlayerElement } from 'earshot/embed';
import type {} from 'earshot/jsx/preact';
import { createRef } from 'preact';
import { describe, expect, it } from 'vitest';

// `npm run types` checks that this file compiles.
describe('earshot/jsx/preact', () => {
  it('has types for the element, its attributes and its ref', () => {
    const ref = createRef<EarshotPlayerElement>();
    const element = (
      <earshot-player
        ref={ref}
        class="player"
        widget-url="https://pod.example"
        resource="episode_id=1"
        hide-sharing
        onClick={() => ref.current?.pause()}
      />
    );
    // @ts-expect-error: not a text
    void (<earshot-player resource={{}} />);
    expect(element.type).toBe('earshot-player');
  });
});
