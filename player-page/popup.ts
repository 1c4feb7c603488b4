/**
 * `#popup` of the player page: the popup together with its styles. Few listeners open a popup, so the styles are not
 * part of the page's first response.
 */
import dialogCss from '../src/react/embed-dialog.css';
import popupCss from '../src/react/popup.css';
import shareCss from '../src/react/share-box.css';

export { Popup, type PopupProps } from 'earshot/react';

const style = document.createElement('style');
style.textContent = popupCss + shareCss + dialogCss;
document.head.append(style);
