/** `import type {} from 'earshot/jsx/react'`: `<earshot-player>` in the JSX of React 18 and 19. */
import type { EarshotPlayerAttributes, EarshotPlayerElement } from 'earshot/embed';
import type { DetailedHTMLProps, HTMLAttributes } from 'react';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'earshot-player': Omit<
        DetailedHTMLProps<HTMLAttributes<EarshotPlayerElement>, EarshotPlayerElement>,
        keyof EarshotPlayerAttributes
      > &
        EarshotPlayerAttributes;
    }
  }
}
