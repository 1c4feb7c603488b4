import { IDLE_SNAPSHOT } from 'earshot';
import { createTranslator, english as en, PlayerProvider } from 'earshot/react';
import { createRoot } from 'react-dom/client';
import type { PlaygroundData } from './page.ts';
import { Playground } from './playground.tsx';
import './playground.css';

const root = document.getElementById('playground');
const data = JSON.parse(document.getElementById('data')?.textContent ?? '') as PlaygroundData;
if (root) {
  // The package's components want to know what plays: nothing does, the players live in their frames.
  createRoot(root).render(
    <PlayerProvider player={null} initial={IDLE_SNAPSHOT} t={createTranslator(en)}>
      <Playground {...data} />
    </PlayerProvider>,
  );
}
