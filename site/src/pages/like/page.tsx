import { MarkButton } from '../../marks/mark-button.tsx';
import { useSite } from '../../site-context.tsx';

interface LikePageProps {
  episodeId: number;
  title: string;
  site_url: string;
  isLiked: boolean;
}

/** Only a button may change something, because a link or a picture on another page could open this address. */
export function Page({ episodeId, title, site_url, isLiked }: LikePageProps) {
  const { t } = useSite();
  return (
    <>
      <h1>{t('like_question', { title })}</h1>
      <MarkButton kind="episode" id={episodeId} isMarked={isLiked} />
      <p>
        <a href={site_url} dir="auto">
          {title}
        </a>
      </p>
    </>
  );
}
