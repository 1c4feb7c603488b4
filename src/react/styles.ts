// The parts of `earshot/styles.css`, in the order of the cascade.
import './tokens.css';
import './controls.css';
import './skip-seconds.css';
import './components.css';
import './embed-player.css';
import './panel-rows.css';
import './player-panel.css';
import './transcript.css';
import './player-menu.css';
import './player-bar.css';
import './bar-panel.css';
import './now-playing.css';
import './popup.css';
import './share-box.css';
import './embed-dialog.css';
import './embed-panel.css';
import './share-networks.css';
