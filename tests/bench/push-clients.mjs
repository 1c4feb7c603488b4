// One of the client processes of push.bench.mjs: opens connections, and measures the delay of events.
import { WebSocket } from 'ws';

const AT_ONCE = 50;
const PER_ADDRESS = 250; // the server allows 500 from one address

const [address, first, idle, listening] = process.argv.slice(2);
const now = () => performance.timeOrigin + performance.now();
const RETRY_MS = 1_000; // like pusher-js after a failed connection
const sockets = new Set();
const joined = new Set(); // numbers of clients
const delays = [];
let comesBack = false;
let wasAway = false;

/** Resolves when the server has accepted the subscription to the channel. */
function connect(number, channel) {
  const client = `198.51.100.${Math.floor(number / PER_ADDRESS)}`;
  const socket = new WebSocket(address, {
    headers: { 'X-Forwarded-For': client },
    perMessageDeflate: false,
  });
  sockets.add(socket);
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', (code) => {
      sockets.delete(socket);
      joined.delete(number);
      reject(new Error(`the server has closed a connection: ${code}`));
      if (comesBack) comeBack(number, channel, code);
    });
    socket.on('message', (text) => {
      const { event, data } = JSON.parse(text);
      if (event === 'bench') delays.push(now() - JSON.parse(data).sent_at);
      else if (event === 'pusher:ping') socket.send('{"event":"pusher:pong","data":{}}');
      else if (event === 'pusher:connection_established') {
        socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel } }));
      } else {
        noteJoined(number);
        resolve();
      }
    });
  });
}

/** After 4200 a client reconnects at once, and otherwise later. */
function comeBack(number, channel, code) {
  wasAway = true;
  const again = () => connect(number, channel).catch(() => {}); // the end of this connection causes another attempt
  setTimeout(again, code === 4200 ? 0 : RETRY_MS);
}

function noteJoined(number) {
  joined.add(number);
  if (!wasAway || joined.size < Number(idle) + Number(listening)) return;
  wasAway = false;
  process.send('back');
}

async function connectMany(from, count, channel) {
  for (let done = 0; done < count; done += AT_ONCE) {
    const size = Math.min(AT_ONCE, count - done);
    await Promise.all(Array.from({ length: size }, (_, n) => connect(from + done + n, channel)));
  }
}

process.on('message', (wish) => {
  if (wish !== 'report') return;
  const open = [...sockets].filter(({ readyState }) => readyState === WebSocket.OPEN).length;
  process.send({ delays, open }, () => process.exit(0)); // the system closes the connections
});
await connectMany(Number(first), Number(idle), 'show_1');
await connectMany(Number(first) + Number(idle), Number(listening), 'episode_1');
comesBack = true;
process.send('connected');
