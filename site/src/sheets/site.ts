// The site's stylesheet, in the order of the cascade.
import 'earshot/styles.css';
import './font.css';
import './base.css';
import './landing.css';
import './cards.css';
import './page.css';
import './notices.css';
import './player-buttons.css';
import './small.css';
import './show.css';
import './rows.css';
import './explore.css';
import './forms.css';
import './people.css';
import './transcript.css';
import './frame.css';
import './print.css';
