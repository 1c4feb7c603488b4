/** The lighter build has the same types, and names none. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
