// The parts of `earshot/styles.css`, in the order of the cascade.
import './controls.css';
import './embed-player.css';
import './player-bar.css';
import './popup.css';
import './share-box.css';
import './embed-dialog.css';
