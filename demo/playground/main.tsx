import { parsePlayerQuery } from 'earshot/embed';
import { PlayerProvider } from 'earshot/react';
import { createRoot } from 'react-dom/client';
import { fetchCatalogue } from './catalogue.ts';
import type { PageData } from './page.ts';
import { Playground } from './playground.tsx';

const root = document.getElementById('playground');
const data = JSON.parse(document.getElementById('data')?.textContent ?? '') as PageData;
const { resource } = parsePlayerQuery(location.search);
const catalogue = await fetchCatalogue(data.apiUrl, resource);
if (root) {
  // The components of the package need a player. There is none here, because the players live in their frames.
  createRoot(root).render(
    <PlayerProvider player={null}>
      <Playground {...data} {...catalogue} />
    </PlayerProvider>,
  );
}
