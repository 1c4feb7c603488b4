import { CopyField } from 'earshot/react';
import { useSite } from '../site-context.tsx';
import type { SubscribeApp, SubscribeLink } from './subscribe-links.ts';

const NAMES: Readonly<Record<Exclude<SubscribeApp, 'rss'>, string>> = {
  apple: 'Apple Podcasts',
  spotify: 'Spotify',
  'pocket-casts': 'Pocket Casts',
  overcast: 'Overcast',
  antennapod: 'AntennaPod',
};

/** The subscription links of the show, and the address of its feed. */
export function SubscribeBox({ links }: { links: readonly SubscribeLink[] }) {
  const { t } = useSite();
  const feed = links.find(({ app }) => app === 'rss');
  return (
    <div className="site-subscribe-box">
      <ul>
        {links.map(({ app, url }) =>
          app === 'rss' ? null : (
            <li key={app}>
              <a href={url} rel="noopener">
                {NAMES[app]}
              </a>
            </li>
          ),
        )}
      </ul>
      {feed && <CopyField label={t('feed_address')} text={feed.url} />}
    </div>
  );
}
