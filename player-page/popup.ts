/**
 * `#popup` of the player page: the popup together with its styles. Few listeners open a popup, so the styles are not
 * part of the page's first response.
 */
import dialogCss from '../src/react/embed-dialog.css';
import panelCss from '../src/react/embed-panel.css';
import popupCss from '../src/react/popup.css';
import shareCss from '../src/react/share-box.css';
import networksCss from '../src/react/share-networks.css';
import { addComponentsStyle } from './components-style.ts';

export { Popup, type PopupProps } from 'earshot/react';

addComponentsStyle();
const style = document.createElement('style');
style.textContent = popupCss + shareCss + networksCss + dialogCss + panelCss;
document.head.append(style);
