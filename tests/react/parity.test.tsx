// @vitest-environment happy-dom
import { type ReactElement, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { describe, expect, it, vi } from 'vitest';
import { episodeItem } from '../../src/embed/source-item.ts';
import type { PlayerSnapshot } from '../../src/engine/player.ts';
import * as components from '../../src/react/index.ts';
import { fakeEpisode, fakePlayer } from '../helpers/fake-player.ts';

/*
 * The project `unit` runs this file with preact/compat, the project `react` runs it with React 19. Both compare the
 * markup with the same files, so a difference between the renderers fails in one of them.
 */

const image_url = null;
const chapter = { starts_at: 90, ends_at: null, title: 'Fog', url: null, image_url };
const episode = fakeEpisode({ chapters: [chapter], download_url: 'https://site.test/a.mp3' });
const playing: Partial<PlayerSnapshot> = {
  episode,
  chapter,
  currentId: 1,
  state: 'playing',
  playing: true,
  currentTime: 100,
  duration: 200,
  bufferedEnd: 150,
  hasNext: true,
  stationUrl: episode.api_url,
  playlistUrl: 'https://api.test/show/2/episodes/playlist',
  playlist: [{ api_url: episode.api_url, episode_id: 1, title: episode.title, duration: 200 }],
};
const failed: Partial<PlayerSnapshot> = { currentId: 1, state: 'error', error: 'NETWORK' };
const target = { episode_id: 1, station_url: episode.api_url, offset_start: 90, offset_end: null };

const item = episodeItem(episode);

/** Opens the dialog with its button. It shows only the tab Player, because ShareBox tests the other one. */
function OpenedDialog() {
  useEffect(() => components.openEmbedDialog({ ...item, share_enabled: false }), []);
  return <components.EmbedDialog productName="Earshot" widgetUrl="about:blank#" />;
}

/** Elements that appear once a component has loaded completely. */
const COMPLETE: Record<string, string> = {
  EmbedDialog: 'dialog[open] iframe',
  Popup: 'dialog[open]',
};

const CASES: Record<string, ReactElement> = {
  PlayButton: <components.PlayButton title="Fog" target={target} />,
  ProgressBar: <components.ProgressBar />,
  CurrentTime: <components.CurrentTime />,
  Duration: <components.Duration />,
  ChapterTitle: <components.ChapterTitle />,
  Title: <components.Title target="_blank" />,
  Volume: <components.Volume />,
  SkipSecondsButton: <components.SkipSecondsButton to="back" />,
  SpeedButton: <components.SpeedButton />,
  ShareButton: <components.ShareButton />,
  DownloadLink: <components.DownloadLink />,
  CopyField: <components.CopyField label="Link" text="https://a.test/" feedbackMs={1} isCode />,
  EmbedButton: <components.EmbedButton item={item} />,
  EmbedDialog: <OpenedDialog />,
  Popup: (
    <components.Popup label="A box" onClose={() => {}}>
      <p>inside</p>
    </components.Popup>
  ),
  RadioGroup: (
    <components.RadioGroup
      label="Theme"
      name="theme"
      choices={[
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
      ]}
      selected="dark"
      onSelect={() => {}}
    />
  ),
  Status: <components.Status />,
  Icon: <components.Icon name="play" />,
  PlayerKeys: <components.PlayerKeys />,
  MenuButton: (
    <components.MenuButton label="Speed" sections={['speed']}>
      1×
    </components.MenuButton>
  ),
  MoreButton: <components.MoreButton />,
  PlayerBar: <components.PlayerBar />,
  EmbedPlayer: (
    <components.EmbedPlayer
      options={{ theme: 'light', color: 'ff5500', 'episode-image-position': 'right' }}
      productName="Earshot"
    />
  ),
};

async function markup(name: string, snapshot: Partial<PlayerSnapshot>): Promise<string> {
  const container = document.createElement('div');
  const root = createRoot(container);
  const { PlayerProvider } = components;
  const player = fakePlayer(snapshot);
  root.render(
    <PlayerProvider player={player}>
      {CASES[name]}
      <hr />
    </PlayerProvider>,
  );
  const isThere = () => expect(container.querySelector(COMPLETE[name] ?? 'hr')).not.toBeNull();
  await vi.waitFor(isThere);
  const lines = describeNodes(container, '');
  root.unmount();
  return `${lines.join('\n')}\n`;
}

/** Markup with sorted attributes, because their order has no meaning. */
function describeNodes(parent: Element, indent: string): string[] {
  return [...parent.childNodes].flatMap((node) => {
    if (!(node instanceof Element)) return node.textContent ? [indent + node.textContent] : [];
    const attributes = [...node.attributes]
      // One renderer sets the value of a field as a property, the other as an attribute or as text.
      .filter(({ name }) => name !== 'value' && name !== 'checked')
      .map(({ name, value }) => ` ${name}="${name === 'style' ? tidy(value) : value}"`)
      .sort();
    const opening = `${indent}<${node.tagName.toLowerCase()}${attributes.join('')}>`;
    if (node instanceof HTMLTextAreaElement) return [opening, `${indent}  ${node.value}`];
    if (node instanceof HTMLInputElement && node.checked) return [`${opening} checked`];
    return [opening, ...describeNodes(node, `${indent}  `)];
  });
}

const tidy = (style: string) => style.replace(/\s*([:;])\s*/g, '$1').replace(/;$/, '');

describe('public components in React and in Preact', () => {
  it('covers all components', () => {
    const names = Object.keys(components).filter((name) => /^[A-Z]/.test(name));
    expect(names.sort()).toEqual([...Object.keys(CASES), 'PlayerProvider'].sort());
  });

  for (const name of Object.keys(CASES)) {
    it(`${name} has the same markup in both`, async () => {
      const shown = [
        await markup(name, {}),
        await markup(name, playing),
        await markup(name, failed),
      ];
      await expect(shown.join('\n')).toMatchFileSnapshot(`parity/${name}.txt`);
    });
  }
});
