/**
 * Holds the player of a show that has moved to another Earshot. server.tsx inlines the built text of this module into a
 * page without other content. A redirect would be shorter, but the page around this frame allows only our origin in its
 * policy, and trusts only messages from it. So the player is a frame within this one, and its messages pass through.
 */
const host = window.parent;
const { src = '', title } = document.documentElement.dataset;

const frame = document.createElement('iframe');
frame.allow = 'autoplay; clipboard-write';
frame.title = title ?? '';
frame.name = window.name; // the click on a link that stood for the player
frame.src = src + location.hash; // `#t=60,90`

/** Player.js clients compare the address of a new player with that of their frame. */
function fromHere(data: unknown): unknown {
  if (typeof data !== 'string' || !data.includes('"event":"ready"')) return data;
  try {
    const message = JSON.parse(data) as { value?: object };
    return JSON.stringify({ ...message, value: { ...message.value, src: location.href } });
  } catch {
    return data; // not a message of the player
  }
}

if (host !== window) {
  // An event of Player.js, as frame-protocol.ts encodes it: nothing blocks this frame.
  host.postMessage(
    JSON.stringify({ context: 'player.js', version: '0.0.11', event: 'hello' }),
    '*',
  );
  addEventListener('message', ({ source, data }) => {
    // To any origin, like all messages of a player: they contain nothing that listeners would keep from a page.
    if (source === frame.contentWindow) host.postMessage(fromHere(data), '*');
    else if (source === host) frame.contentWindow?.postMessage(data, '*');
  });
}
document.body.append(frame);
