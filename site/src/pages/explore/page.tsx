import {
  buildPath,
  type EpisodeBrief,
  type ExploreList,
  PAGE_ROUTES,
  type ShowBrief,
} from 'earshot/contract';
import { Cover } from '../../parts/cover.tsx';
import { EpisodeRows } from '../../parts/episode-rows.tsx';
import { listTitle } from '../../parts/list-title.ts';
import { Shows } from '../../parts/shows.tsx';
import { useSite, useTexts } from '../../site-context.tsx';

/** The first items of a list. */
export interface Shelf {
  list: ExploreList;
  shows: ShowBrief[];
  episodes: EpisodeBrief[];
}

/** A category with shows. */
export interface Tile {
  permalink: string;
  name: string;
  show_count: number;
  covers: Pick<ShowBrief, 'show_id' | 'title' | 'image_url'>[];
}

interface ExplorePageProps {
  shelves: Shelf[];
  /** The languages without a shelf. */
  further: ExploreList[];
  tiles: Tile[];
}

export function Page({ shelves, further, tiles }: ExplorePageProps) {
  const { t: site } = useSite();
  const t = useTexts('explore');
  return (
    <>
      <h1>{t('explore')}</h1>
      {shelves.length === 0 && <p>{site('empty')}</p>}
      {shelves.map((shelf) => (
        <ListShelf key={shelf.list.permalink} {...shelf} />
      ))}
      {further.length > 0 && (
        <section>
          <h2>{t('more_languages')}</h2>
          <p className="site-tags">
            {further.map(({ permalink, title }) => (
              <a key={permalink} className="es-chip" href={pathOf(permalink)}>
                {title}
              </a>
            ))}
          </p>
        </section>
      )}
      {tiles.length > 0 && <h2>{t('categories')}</h2>}
      <ul className="site-tiles">
        {tiles.map((tile) => (
          <CategoryTile key={tile.permalink} {...tile} />
        ))}
      </ul>
    </>
  );
}

function ListShelf({ list, shows, episodes }: Shelf) {
  const t = useTexts('explore');
  return (
    <section>
      <h2 className="site-list-head">
        <bdi>{listTitle(list, t)}</bdi>
        <a href={pathOf(list.permalink)}>{t('all_of_list')}</a>
      </h2>
      {shows.length > 0 && <Shows shows={shows} as="shelf" />}
      {episodes.length > 0 && <EpisodeRows episodes={episodes} />}
    </section>
  );
}

function CategoryTile({ permalink, name, show_count: count, covers }: Tile) {
  const t = useTexts('explore');
  return (
    <li>
      <a className="site-tile" href={pathOf(permalink)}>
        <span>
          <strong>{name}</strong>
          {t('show_count', { count })}
        </span>
        <span className="site-tile-covers">
          {covers.map((show) => (
            <Cover key={show.show_id} of={show} side={40} sizes={[80, 80]} isLazy />
          ))}
        </span>
      </a>
    </li>
  );
}

const pathOf = (permalink: string) => buildPath(PAGE_ROUTES, 'explore_list', { permalink });
