/** `import type {} from 'earshot/jsx/preact'`: `<earshot-player>` in the JSX of Preact. */
import type { EarshotPlayerAttributes, EarshotPlayerElement } from 'earshot/embed';
import type { HTMLAttributes } from 'preact';

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'earshot-player': Omit<HTMLAttributes<EarshotPlayerElement>, keyof EarshotPlayerAttributes> &
        EarshotPlayerAttributes;
    }
  }
}
