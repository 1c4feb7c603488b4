import type { Episode, Show } from 'earshot/contract';
import { type EmbedSource, type EmbedSourceItem, episodeItem, showItem } from 'earshot/embed';
import type { PlaygroundData } from './page.ts';
import { optionsOf, type Settings } from './settings.ts';

const resourceOf = (entity: Episode | Show) =>
  'episode_id' in entity ? `episode_id=${entity.episode_id}` : `show_id=${entity.show_id}`;

/** All playable items, by their resource. */
export function resourcesOf(entities: readonly (Episode | Show)[]) {
  return entities.map((entity) => ({ value: resourceOf(entity), label: entity.title }));
}

/** The chosen episode or show, or the first episode if the chosen one is unknown. */
function chosen(settings: Settings, { episodes, shows }: PlaygroundData): Episode | Show {
  const { resource } = optionsOf(settings);
  const all: readonly (Episode | Show)[] = [...episodes, ...shows];
  const found = all.find((entity) => resourceOf(entity) === resource) ?? all[0];
  if (!found) throw new Error('There is nothing to embed.');
  return found;
}

export function sourceOf(settings: Settings, data: PlaygroundData): EmbedSource {
  const { title, site_url: link_url } = chosen(settings, data);
  const { widgetUrl, productName } = data;
  const { show_title: show, duration, image_url: image } = embedItem(settings, data);
  const facade = { show, duration, image };
  return { options: optionsOf(settings), title, link_url, widgetUrl, productName, facade };
}

export function embedItem(settings: Settings, data: PlaygroundData): EmbedSourceItem {
  const entity = chosen(settings, data);
  return 'episode_id' in entity ? episodeItem(entity) : showItem(entity);
}
