/**
 * Runs before the first paint and long before the page's script: document.tsx inlines its built text. Nothing moves
 * when the script fills the places of this listener, and no press is lost on the way.
 */
import { markBegun } from '../continue/mark-begun.ts';
import { holdPresses } from './early-press.ts';

markBegun();
holdPresses();
