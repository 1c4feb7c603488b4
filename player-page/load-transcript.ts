/** `#load-transcript` of the player page: the transcript together with its styles. */

import transcriptCss from '../src/react/transcript.css';
import { addComponentsStyle } from './components-style.ts';

export { loadTranscript } from 'earshot/bar';

addComponentsStyle();
const style = document.createElement('style');
style.textContent = transcriptCss;
document.head.append(style);
