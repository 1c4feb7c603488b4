import type { SiteConfig } from 'earshot-site/contract';
import { type ReactNode, useLayoutEffect } from 'react';
import { SiteProvider, type SiteTexts } from '../../src/site-context.tsx';

/** A part of the site in English. `whenAlive` runs before the effects of the part. */
export const pageWith = (
  part: ReactNode,
  {
    texts = {},
    whenAlive = () => {},
  }: { texts?: object; whenAlive?: (() => void) | undefined } = {},
) => (
  <SiteProvider
    config={{ API_CULTURE: 'en' } as SiteConfig}
    texts={{ site: {}, ...texts } as unknown as SiteTexts}
  >
    {part}
    <Probe whenAlive={whenAlive} />
  </SiteProvider>
);

function Probe({ whenAlive }: { whenAlive: () => void }) {
  useLayoutEffect(whenAlive, [whenAlive]);
  return null;
}
