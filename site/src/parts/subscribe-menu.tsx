import { useSite } from '../site-context.tsx';
import { latePart } from './late-part.tsx';
import type { SubscribeLink } from './subscribe-links.ts';

/** The contents of the menu are loaded after the rest of the page. */
export const lateSubscribeBox = latePart(
  async () => (await import('./subscribe-box.tsx')).SubscribeBox,
);

/** The ways to subscribe to the show in other apps. */
export function SubscribeMenu({ links }: { links: readonly SubscribeLink[] }) {
  const { t } = useSite();
  return (
    <details className="site-subscribe">
      <summary className="es-action" data-kind="secondary">
        {t('subscribe')}
      </summary>
      <lateSubscribeBox.Part links={links} />
    </details>
  );
}
