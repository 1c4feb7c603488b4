/**
 * A link that waits for its click looks as its player will, without asking for a byte: the button is two gradients.
 * System colours follow the colour scheme.
 */
export const FACADE =
  'display:flex;align-items:center;padding:0 24px 0 86px;overflow:hidden;border:1px solid #8884;border-radius:12px;' +
  'color:CanvasText;font:600 18px system-ui;text-decoration:none;' +
  'background:conic-gradient(from 240deg at 100%,Canvas 60deg,#0000 0) 35px/17px 20px no-repeat,' +
  'radial-gradient(circle at 40px,CanvasText 22px,#0000 23px),Canvas;';
