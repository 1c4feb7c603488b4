import { type ImageSize, imageUrl } from 'earshot/contract';
import { type CoverSubject, generatedCoverPath } from 'earshot/internal';
import { useSite } from '../site-context.tsx';

type Show = CoverSubject & { image_url: string | null };
type Episode = Omit<Show, 'title'> & { show_title: string };

/** The picture of a show or an episode. One that has none gets the cover that is drawn for its show. */
export function coverOf(entity: Show | Episode, siteUrl: string): string {
  const title = 'show_title' in entity ? entity.show_title : entity.title;
  return entity.image_url ?? siteUrl + generatedCoverPath({ show_id: entity.show_id, title });
}

export interface CoverProps {
  of: Show | Episode;
  /** CSS pixels. */
  side: number;
  /** The preset for usual screens, and the one for screens of twice as many pixels. */
  sizes: readonly [ImageSize, ImageSize];
  isLazy?: boolean;
}

/** A square beside a title, which says everything that the picture could. */
export function Cover({ of, side, sizes: [once, twice], isLazy = false }: CoverProps) {
  const { config } = useSite();
  const url = coverOf(of, config.SITE_URL);
  return (
    <img
      className="site-cover"
      src={imageUrl(url, once)}
      // Both sizes: the preload that React writes into the page knows only this list.
      srcSet={`${imageUrl(url, once)} 1x, ${imageUrl(url, twice)} 2x`}
      width={side}
      height={side}
      alt=""
      {...(isLazy ? { loading: 'lazy' as const } : {})}
    />
  );
}
