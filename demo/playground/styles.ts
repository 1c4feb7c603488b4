import 'earshot/styles.css';
import './playground.css';
