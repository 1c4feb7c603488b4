import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Change, ProxiedAnswer } from './faulty-proxy.ts';
import type { Fault } from './http-faults.ts';

/** The parameter of the player's address that names a fault, so that several can be tried at once. */
export const FAULT_PARAMETER = 'fault';

function editHtml(answer: ProxiedAnswer, edit: (html: string) => string): void {
  const { 'content-encoding': encoding, 'content-security-policy': _, ...headers } = answer.headers;
  if (encoding === 'br') answer.body = brotliDecompressSync(answer.body);
  if (encoding === 'gzip') answer.body = gunzipSync(answer.body);
  answer.headers = headers; // the policy would refuse the script of the fault
  answer.body = Buffer.from(edit(answer.body.toString()));
}

const html =
  (edit: (page: string) => string): Change =>
  (answer) =>
    editHtml(answer, edit);
const script = (code: string) =>
  html((page) => page.replace('<meta charset', () => `<script>${code}</script><meta charset`));
const style = (css: string) =>
  html((page) => page.replace('</head>', () => `<style>${css}</style></head>`));
const inBody = (part: string) => html((page) => `${page}${part}`);

/** Changes the messages that the player sends. `message` is one of them; null sends nothing that is understood. */
const sending = (code: string) =>
  script(`{
    const write = JSON.stringify;
    const change = (message) => { ${code}; return message; };
    JSON.stringify = (value, ...more) =>
      value && value.context === 'player.js' ? change({ ...value }) && write(change({ ...value })) || '{}' : write(value, ...more);
  }`);
const silent = (event: string) => sending(`if (message.event === '${event}') return null`);
/** The player never receives this method. */
const deaf = (method: string) =>
  script(`addEventListener('message', (event) => {
    if (String(event.data).includes('"method":"${method}"')) event.stopImmediatePropagation();
  }, true)`);
const ready = (code: string) =>
  sending(`if (message.event === 'ready') { message.value = { ...message.value }; ${code} }`);
const answering = (method: string, code: string) =>
  sending(`if (message.event === '${method}') { ${code} }`);
/** Does something to the elements now, and whenever they change. */
const always = (code: string) =>
  script(`{
    const act = () => { ${code} };
    addEventListener('DOMContentLoaded', () => {
      act();
      new MutationObserver(act).observe(document.body, { childList: true, subtree: true });
    });
  }`);

const of = (area: string) => (name: string, breaks: string, change: Change) => ({
  name,
  breaks: `${area}/${breaks}`,
  change,
});
const speaks = of('player.js');
const shows = of('embed');

export const PLAYERJS_FAULTS: readonly Fault[] = [
  speaks('the player never says that it is ready', 'ready', silent('ready')),
  speaks(
    'messages are objects',
    'format',
    script(`{
      const write = JSON.stringify;
      JSON.stringify = (value, ...more) => value && value.context === 'player.js' ? value : write(value, ...more);
    }`),
  ),
  speaks('"ready" has no address', 'ready-src', ready('delete message.value.src')),
  speaks(
    '"ready" does not list pause',
    'ready-methods',
    ready(`message.value.methods = message.value.methods.filter((name) => name !== 'pause')`),
  ),
  speaks(
    '"ready" does not list the time',
    'all-methods',
    ready(`message.value.methods = message.value.methods.filter((name) => !/Time/.test(name))`),
  ),
  speaks('"ready" has no events', 'ready-events', ready('message.value.events = []')),
  speaks(
    'the time is sent without a listener',
    'silent',
    script(`parent.postMessage(JSON.stringify({ context: 'player.js', version: '0.0.11',
      event: 'timeupdate', value: { seconds: 0, duration: 1 } }), '*')`),
  ),
  speaks(
    'messages of others are carried out',
    'foreign-messages',
    script(`addEventListener('message', ({ data }) => {
      if (/another/.test(data)) document.querySelector('.es-play').click();
    })`),
  ),
  speaks('getPaused answers a text', 'get-paused', answering('getPaused', `message.value = 'yes'`)),
  speaks('getters lose the name', 'get-paused', answering('getPaused', 'delete message.listener')),
  speaks('the duration is null', 'get-duration', answering('getDuration', 'message.value = null')),
  speaks(
    'the time is a text',
    'get-current-time',
    answering('getCurrentTime', `message.value = '0:00'`),
  ),
  speaks('the volume is 0 to 1', 'get-volume', answering('getVolume', 'message.value /= 100')),
  speaks('the volume cannot be set', 'set-volume', deaf('setVolume')),
  speaks('mute does nothing', 'mute', deaf('mute')),
  speaks('unmute does nothing', 'unmute', deaf('unmute')),
  speaks('the loop cannot be set', 'loop', deaf('setLoop')),
  speaks('play does nothing', 'play', deaf('play')),
  speaks('nothing is said about play', 'play', silent('play')),
  speaks('it is always paused', 'playing', answering('getPaused', 'message.value = true')),
  speaks(
    'the time has another name',
    'timeupdate',
    answering('timeupdate', 'message.value = { currentTime: message.value.seconds }'),
  ),
  speaks(
    'the time stands still',
    'timeupdate',
    answering('timeupdate', 'message.value = { ...message.value, seconds: 0 }'),
  ),
  speaks(
    'the time is in milliseconds',
    'timeupdate',
    answering(
      'timeupdate',
      'message.value = { ...message.value, seconds: message.value.seconds * 1000 }',
    ),
  ),
  speaks(
    'the duration is in milliseconds',
    'timeupdate',
    answering('getDuration', 'message.value *= 1000'),
  ),
  speaks('the time cannot be set', 'seek', deaf('setCurrentTime')),
  speaks('pause does nothing', 'pause', deaf('pause')),
  speaks('nothing is said about pause', 'pause', silent('pause')),
  speaks('listeners cannot be removed', 'remove-listener', deaf('removeEventListener')),
  speaks('nothing is said about the end', 'ended', silent('ended')),
  speaks('unknown methods are not answered', 'unknown-method', silent('error')),
  speaks('the speed is not reported', 'playback-rate', silent('playbackratechange')),
];

const SILENT_PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

export const EMBED_FAULTS: readonly Fault[] = [
  shows('the player refuses frames', 'framed', (answer) => {
    answer.headers['x-frame-options'] = 'DENY';
  }),
  shows('the policy refuses frames', 'framed', (answer) => {
    answer.headers['content-security-policy'] = "frame-ancestors 'self'";
  }),
  shows('the player is an error', 'framed', (answer) => {
    answer.status = 500;
  }),
  shows(
    'a picture of another site counts visits',
    'hosts-before-click',
    script(`addEventListener('load', () => {
      new Image().src = location.origin.replace('127.0.0.1', 'localhost') + '/favicon.ico?visit';
    })`),
  ),
  shows('a cookie is set', 'cookies-before-click', (answer) => {
    answer.headers['set-cookie'] = 'visitor=1; Path=/';
  }),
  shows(
    'a script sets a cookie',
    'cookies-before-click',
    script(`document.cookie = 'visitor=1; SameSite=None; Secure'`),
  ),
  shows(
    'a visit is stored',
    'storage-before-click',
    script(`localStorage.setItem('visitor', '1')`),
  ),
  shows(
    'a session is stored',
    'storage-before-click',
    script(`sessionStorage.setItem('visitor', '1')`),
  ),
  shows(
    'the audio is downloaded at once',
    'audio-before-click',
    inBody('<audio preload="auto" src="/media/downloads/2.m4a"></audio>'),
  ),
  shows(
    'the page is heavy',
    'bytes-before-click',
    script(
      `addEventListener('load', () => { fetch('/media/downloads/1.mp3').then((answer) => answer.blob()) })`,
    ),
  ),
  shows('a script fails', 'errors', script(`setTimeout(() => { throw new Error('broken') })`)),
  shows('a file is missing', 'errors', inBody('<img alt="" src="/media/images/none.png">')),
  shows(
    'buttons cannot be reached',
    'keyboard/play-button',
    always(`for (const button of document.querySelectorAll('button')) button.tabIndex = -1`),
  ),
  shows(
    'the button has no name',
    'keyboard/name',
    always(`for (const button of document.querySelectorAll('.es-play')) {
      button.removeAttribute('aria-label'); button.removeAttribute('title');
      button.removeAttribute('aria-labelledby');
      for (const child of button.children) child.setAttribute('aria-hidden', 'true'); }`),
  ),
  shows(
    'keys do nothing',
    'keyboard/play',
    script(`for (const type of ['keydown', 'keyup', 'keypress']) addEventListener(type, (event) => {
      if (event.key === ' ' || event.key === 'Enter') { event.preventDefault(); event.stopImmediatePropagation(); } }, true)`),
  ),
  shows(
    'Enter does nothing',
    'keyboard/play',
    script(`addEventListener('keydown', (event) => {
      if (event.key === 'Enter') { event.preventDefault(); event.stopImmediatePropagation(); } }, true)`),
  ),
  shows(
    'the focus has no outline',
    'keyboard/focus-visible',
    style('*:focus, *:focus-visible { outline: none !important; box-shadow: none !important }'),
  ),
  shows(
    'Tab stays in the player',
    'keyboard/no-trap',
    script(
      `addEventListener('keydown', (event) => { if (event.key === 'Tab') event.preventDefault() }, true)`,
    ),
  ),
  shows(
    'texts are pale',
    'contrast',
    style('* { color: #999 !important } html, body, body * { background-color: #fff !important }'),
  ),
  shows(
    'texts are pale in the dark only',
    'contrast',
    style(
      '@media (prefers-color-scheme: dark) { * { color: #444 !important; background-color: #111 !important } }',
    ),
  ),
  shows(
    'buttons are tiny',
    'target-size',
    inBody(
      '<div style="position:absolute;top:0;left:0;background:#fff">' +
        '<button style="width:10px;height:10px;padding:0;border:0">a</button>' +
        '<button style="width:10px;height:10px;padding:0;border:0">b</button></div>',
    ),
  ),
  shows('a picture has no text', 'accessible', inBody(`<img src="${SILENT_PIXEL}">`)),
  shows(
    'the language is missing',
    'lang',
    html((page) => page.replace(/ lang="\w+"/, '')),
  ),
  shows(
    'the title is missing',
    'title',
    html((page) => page.replace(/<title>.*?<\/title>/, '')),
  ),
  shows('the player is wide', 'narrow', style('body { min-width: 600px }')),
];
