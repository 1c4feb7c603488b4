import type { EarshotPlayerElement } from 'earshot/embed';
import type {} from 'earshot/jsx/react';
import { createRef, type ReactElement } from 'react';
import { describe, expect, it } from 'vitest';

// `npm run types` checks that this file compiles.
describe('earshot/jsx/react', () => {
  it('has types for the element, its attributes and its ref', () => {
    const ref = createRef<EarshotPlayerElement>();
    const element: ReactElement<Record<string, unknown>> = (
      <earshot-player
        ref={ref}
        className="player"
        widget-url="https://pod.example"
        resource="episode_id=1"
        hide-sharing
        height="300px"
        onClick={() => ref.current?.pause()}
      />
    );
    // @ts-expect-error: not a text
    void (<earshot-player resource={{}} />);
    expect(element.props.resource).toBe('episode_id=1');
  });
});
