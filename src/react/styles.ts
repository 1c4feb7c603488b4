// What `earshot/styles.css` is made of, in order.
import './controls.css';
import './embed-player.css';
import './player-bar.css';
