import type { Episode } from '../contract/entities.ts';
import type { EmbedOptions } from '../embed/options.ts';
import { iframeSnippet } from '../embed/snippets.ts';
import { twitterShareUrl } from '../embed/source-item.ts';
import { useTranslate } from './player-provider.tsx';
import { Popup } from './popup.tsx';
import { ShareBox } from './share-box.tsx';

export interface SharePopupProps {
  episode: Episode;
  /** Of the player in this frame: the box then offers the code that shows it elsewhere. */
  options?: EmbedOptions;
  onClose: () => void;
}

/** The ways to pass an episode on. */
export function SharePopup({ episode, options, onClose }: SharePopupProps) {
  const t = useTranslate();
  const { title, site_url: url } = episode;
  return (
    <Popup label={t('sharing_options')} onClose={onClose}>
      <ShareBox
        title={title}
        url={url}
        twitter_url={twitterShareUrl({ ...episode, url })}
        {...(options ? { embedCode: frameCode(options, title, url) } : {})}
      />
    </Popup>
  );
}

/** This very frame, as it is. */
function frameCode(options: EmbedOptions, title: string, link_url: string): string {
  const { origin: widgetUrl } = location;
  const height = `${innerHeight}px`;
  return iframeSnippet({
    options: { ...options, height },
    title,
    link_url,
    widgetUrl,
    productName: '',
  });
}
