import type { SiteConfig } from 'earshot-site/contract';
import { type ReactNode, useLayoutEffect } from 'react';
import type { SiteClient } from '../../src/site-client.ts';
import { SiteProvider, type SiteTexts } from '../../src/site-context.tsx';

/** A part of the site in English. `whenAlive` runs before the effects of the part. */
export const pageWith = (
  part: ReactNode,
  {
    texts = {},
    client = null,
    config = {},
    whenAlive = () => {},
  }: {
    texts?: object;
    client?: SiteClient | null;
    config?: Partial<SiteConfig>;
    whenAlive?: (() => void) | undefined;
  } = {},
) => (
  <SiteProvider
    config={{ API_CULTURE: 'en', SENDS_MAIL: true, ...config } as SiteConfig}
    texts={{ site: {}, ...texts } as unknown as SiteTexts}
    client={client}
  >
    {part}
    <Probe whenAlive={whenAlive} />
  </SiteProvider>
);

function Probe({ whenAlive }: { whenAlive: () => void }) {
  useLayoutEffect(whenAlive, [whenAlive]);
  return null;
}
