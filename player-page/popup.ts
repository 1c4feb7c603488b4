/**
 * What the player page has in the place of `src/react/popup.tsx`: the same, and how popups look. Few listeners open
 * one, so it is no part of the page's first response.
 */
import dialogCss from '../src/react/embed-dialog.css';
import popupCss from '../src/react/popup.css';
import shareCss from '../src/react/share-box.css';

export { Popup, type PopupProps } from 'earshot/react';

const style = document.createElement('style');
style.textContent = popupCss + shareCss + dialogCss;
document.head.append(style);
