/** `#player-menu` of the player page: the menu together with its styles. */

import menuCss from '../src/react/player-menu.css';
import { addComponentsStyle } from './components-style.ts';

export { PlayerMenu } from 'earshot/bar';

addComponentsStyle();
const style = document.createElement('style');
style.textContent = menuCss;
document.head.append(style);
