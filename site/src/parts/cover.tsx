import { type CoverSubject, type ImageSize, imageUrl } from 'earshot/contract';
import { generatedCoverPath } from 'earshot/internal';
import { useSite } from '../site-context.tsx';

type Show = CoverSubject & { image_url: string | null };
type Episode = Omit<Show, 'title'> & { show_title: string };

/** The picture of a show or an episode. Without one, the drawn cover of its show. */
export function coverOf(entity: Show | Episode, siteUrl: string): string {
  const title = 'show_title' in entity ? entity.show_title : entity.title;
  return entity.image_url ?? siteUrl + generatedCoverPath({ show_id: entity.show_id, title });
}

interface CoverProps {
  of: Show | Episode;
  /** CSS pixels. */
  side: number;
  /** The preset for usual screens, and the one for screens with twice as many pixels. */
  sizes: readonly [ImageSize, ImageSize];
  isLazy?: boolean;
}

/** A square beside a title, which already describes the picture. */
export function Cover({ of, side, sizes: [once, twice], isLazy = false }: CoverProps) {
  const { config } = useSite();
  const url = coverOf(of, config.SITE_URL);
  return (
    <img
      className="site-cover"
      src={imageUrl(url, once)}
      // Both sizes, because the preload that React writes into the page uses only this list.
      srcSet={`${imageUrl(url, once)} 1x, ${imageUrl(url, twice)} 2x`}
      width={side}
      height={side}
      alt=""
      {...(isLazy ? { loading: 'lazy' as const } : {})}
    />
  );
}
