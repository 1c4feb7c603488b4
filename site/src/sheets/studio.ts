// The stylesheet of the authors' pages, in the order of the cascade.
import './studio-shows.css';
import './studio-episode.css';
import './studio-sound.css';
import './studio-captions.css';
import './studio-messages.css';
import './studio-bulk.css';
import './studio-lists.css';
import './studio-calendar.css';
import './studio-facts.css';
import './studio-doctor.css';
