import { PlayerProvider } from 'earshot/react';
import { createRoot } from 'react-dom/client';
import type { PlaygroundData } from './page.ts';
import { Playground } from './playground.tsx';
import './playground.css';

const root = document.getElementById('playground');
const data = JSON.parse(document.getElementById('data')?.textContent ?? '') as PlaygroundData;
if (root) {
  // The components of the package need a player. There is none here, because the players live in their frames.
  createRoot(root).render(
    <PlayerProvider player={null}>
      <Playground {...data} />
    </PlayerProvider>,
  );
}
