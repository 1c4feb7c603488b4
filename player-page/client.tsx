import { createPlayer, type Player, type PlayerPageData } from 'earshot';
import { parsePlayerQuery } from 'earshot/embed';
import type { Messages } from 'earshot/react';
import { hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { connectHost } from './receiver.ts';

interface Inlined {
  data: PlayerPageData;
  messages: Messages;
}

function start({ data, messages }: Inlined): void {
  const { config, episode, show, playlist } = data;
  const options = parsePlayerQuery(data.query);
  const root = document.getElementById('app');
  if (!root) return;
  if (!episode) {
    connectHost(null, config.api_url);
    return;
  }

  const player = createPlayer({ apiUrl: config.api_url, culture: config.culture });
  player.adopt(episode, {
    playlist_url: playlist && show ? show.playlist_url : null,
    ...(options.t ? { currentTime: options.t } : {}),
  });
  player.setLoop(Boolean(options['playlist-loop'] && !playlist));
  // Back to what the server painted: hydration takes attributes as it finds them.
  root.querySelector('.es-play')?.setAttribute('data-face', 'play');
  hydrateRoot(root, <App data={data} messages={messages} player={player} />);
  connectHost(player, config.api_url);
  if (window.earlyClick || wantsAutoplay(options.autoplay, options['live-autoplay'], player)) {
    player.play();
  }
  window.earlyClick = 1; // from here on the button itself answers
}

function wantsAutoplay(always = false, live = false, player: Player): boolean {
  return always || (live && player.getSnapshot().episode?.type === 'LIVE');
}

const inlined = document.getElementById('data')?.textContent;
if (inlined) start(JSON.parse(inlined) as Inlined);
