// What `earshot/styles.css` is made of, in order.
import './controls.css';
import './embed-player.css';
import './player-bar.css';
import './popup.css';
import './share-box.css';
import './embed-dialog.css';
