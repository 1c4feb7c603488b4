/**
 * A link that waits for its click looks like its player and requests nothing: the button is two gradients. System
 * colours follow the colour scheme, and the green is readable on both.
 */
export const FACADE =
  'display:flex;align-items:center;padding:0 16px 0 80px;overflow:hidden;border:1px solid #8884;border-radius:12px;' +
  'color:CanvasText;font:600 16px system-ui;text-decoration:none;' +
  'background:conic-gradient(from 240deg at 100%,#fff 58deg,#0000 60deg) 35px/16px 18px no-repeat,' +
  'radial-gradient(circle at 40px,#0c8471 22px,#0000 23px),Canvas;';
