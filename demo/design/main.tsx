import { putBeside, startTooltips } from 'earshot/bar';
import { PlayerProvider } from 'earshot/react';
import { createRoot } from 'react-dom/client';
import { allowForcedStates } from './forced-states.ts';
import { StyleGuide } from './style-guide.tsx';
import './design.css';

const root = document.getElementById('design');
if (root) {
  allowForcedStates(document.styleSheets);
  startTooltips(putBeside);
  createRoot(root).render(
    <PlayerProvider player={null}>
      <StyleGuide />
    </PlayerProvider>,
  );
}
