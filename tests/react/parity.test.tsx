// @vitest-environment happy-dom
import type { ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { describe, expect, it, vi } from 'vitest';
import type { PlayerSnapshot } from '../../src/engine/player.ts';
import { IDLE_SNAPSHOT } from '../../src/engine/snapshot.ts';
import { en } from '../../src/i18n/en.ts';
import { createTranslator } from '../../src/i18n/translator.ts';
import * as components from '../../src/react/index.ts';
import { fakeEpisode, fakePlayer } from '../helpers/fake-player.ts';

/*
 * One source, two renderers. The project `unit` runs this file on preact/compat, the project `react` on React 19;
 * both are held against the same files, so that a difference between the renderers fails in one of them.
 */

const image_url = null;
const chapter = { starts_at: 90, ends_at: null, title: 'Fog', url: null, image_url };
const episode = fakeEpisode({ chapters: [chapter], download_url: 'https://site.test/a.mp3' });
const playing: Partial<PlayerSnapshot> = {
  episode,
  chapter,
  current_id: 1,
  state: 'playing',
  playing: true,
  currentTime: 100,
  duration: 200,
  bufferedEnd: 150,
  has_next: true,
};
const failed: Partial<PlayerSnapshot> = { current_id: 1, state: 'error', error: 'NETWORK' };
const target = { episode_id: 1, station_url: episode.api_url, offset_start: 90, offset_end: null };

const CASES: Record<string, ReactElement> = {
  PlayButton: <components.PlayButton title="Fog" target={target} />,
  ProgressBar: <components.ProgressBar />,
  CurrentTime: <components.CurrentTime />,
  Duration: <components.Duration />,
  ChapterTitle: <components.ChapterTitle />,
  Title: <components.Title target="_blank" />,
  Volume: <components.Volume />,
  SpeedButton: <components.SpeedButton />,
  ShareButton: <components.ShareButton />,
  DownloadLink: <components.DownloadLink />,
  ErrorNotice: <components.ErrorNotice />,
  Icon: <components.Icon name="play" />,
  PlayerBar: <components.PlayerBar />,
  EmbedPlayer: (
    <components.EmbedPlayer
      options={{ theme: 'light', color: 'ff5500', 'episode-image-position': 'right' }}
      productName="Earshot"
      items={[{ api_url: episode.api_url, episode_id: 1, title: episode.title, duration: 200 }]}
    />
  ),
};

async function markup(element: ReactElement, snapshot: Partial<PlayerSnapshot>): Promise<string> {
  const container = document.createElement('div');
  const root = createRoot(container);
  const { PlayerProvider } = components;
  const t = createTranslator<keyof typeof en>(en);
  const player = fakePlayer(snapshot);
  root.render(
    <PlayerProvider player={player} initial={IDLE_SNAPSHOT} t={t}>
      {element}
      <hr />
    </PlayerProvider>,
  );
  await vi.waitFor(() => expect(container.querySelector('hr')).not.toBeNull());
  const lines = describeNodes(container, '');
  root.unmount();
  return `${lines.join('\n')}\n`;
}

/** Markup with sorted attributes: their order is nobody's business. */
function describeNodes(parent: Element, indent: string): string[] {
  return [...parent.childNodes].flatMap((node) => {
    if (!(node instanceof Element)) return node.textContent ? [indent + node.textContent] : [];
    const attributes = [...node.attributes]
      // A range's value is a property to one renderer and an attribute to the other.
      .filter(({ name }) => name !== 'value')
      .map(({ name, value }) => ` ${name}="${name === 'style' ? tidy(value) : value}"`)
      .sort();
    const opening = `${indent}<${node.tagName.toLowerCase()}${attributes.join('')}>`;
    return [opening, ...describeNodes(node, `${indent}  `)];
  });
}

const tidy = (style: string) => style.replace(/\s*([:;])\s*/g, '$1').replace(/;$/, '');

describe('public components in React and in Preact', () => {
  it('are all here', () => {
    const names = Object.keys(components).filter((name) => /^[A-Z]/.test(name));
    expect(names.sort()).toEqual([...Object.keys(CASES), 'PlayerProvider'].sort());
  });

  for (const [name, element] of Object.entries(CASES)) {
    it(`${name} is the same in both`, async () => {
      const shown = [
        await markup(element, {}),
        await markup(element, playing),
        await markup(element, failed),
      ];
      await expect(shown.join('\n')).toMatchFileSnapshot(`parity/${name}.txt`);
    });
  }
});
