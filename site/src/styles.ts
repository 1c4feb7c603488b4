// The site's stylesheet, in the order of the cascade.
import 'earshot/styles.css';
import './site.css';
