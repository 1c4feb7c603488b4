/**
 * Runs before the first paint and long before the page's script: document.tsx inlines its built text. It reserves the
 * places that the script fills for this listener, so that nothing moves, and keeps early presses.
 */
import { markBegun } from '../continue/mark-begun.ts';
import { holdPresses } from './early-press.ts';

markBegun();
holdPresses();
