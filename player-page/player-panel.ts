/** `#player-panel` of the player page: the panel together with its styles. */

import panelCss from '../src/react/player-panel.css';
import { addComponentsStyle } from './components-style.ts';

export { PlayerPanel } from 'earshot/bar';

addComponentsStyle();
const style = document.createElement('style');
style.textContent = panelCss;
document.head.append(style);
