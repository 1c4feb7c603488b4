/** `#panel-list` of the player page: the lists of the panel together with the styles of the queue. */

import queueCss from '../src/react/bar-panel.css';

export { loadPanelList } from 'earshot/bar';

const style = document.createElement('style');
style.textContent = queueCss;
document.head.append(style);
