// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defineEarshotPlayer, type EarshotPlayerElement } from '../../src/embed/index.ts';
import { PLAYER_ORIGIN } from '../helpers/fake-frame.ts';

declare const happyDOM: { settings: object };
Object.assign(happyDOM.settings, {
  disableIframePageLoading: true,
  handleDisabledFileLoadingAsSuccess: true,
});
defineEarshotPlayer();

interface Sent {
  method: string;
  value?: unknown;
  listener?: string;
}

/** The player in the element's frame, played by the test. */
function playerOf(element: EarshotPlayerElement) {
  const frame = frameOf(element);
  const sent: Sent[] = [];
  const contentWindow = { postMessage: (data: string) => void sent.push(JSON.parse(data)) };
  Object.defineProperty(frame, 'contentWindow', { value: contentWindow, configurable: true });
  const say = (event: string, value?: unknown, listener?: string) => {
    const data = JSON.stringify({
      context: 'player.js',
      version: '0.0.11',
      event,
      value,
      listener,
    });
    const init = { data, origin: PLAYER_ORIGIN };
    window.dispatchEvent(
      Object.assign(new MessageEvent('message', init), { source: contentWindow }),
    );
  };
  const answers: Record<string, unknown> = {
    getDuration: 200,
    getCurrentTime: 0,
    getPaused: true,
    getVolume: 80,
    getMuted: false,
  };
  return {
    frame,
    sent,
    say,
    told: (name: string) => sent.filter(({ method }) => method === name),
    async sayReady(given = answers) {
      say('ready', { src: frame.src, ...CAPABILITIES });
      for (const { method, listener } of sent.filter(({ method }) => method in given)) {
        say(method, given[method], listener);
      }
      await Promise.resolve();
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

const CAPABILITIES = {
  events: ['play', 'pause', 'timeupdate', 'ended', 'statechange', 'volumechange', 'episodechange'],
  methods: [
    'play',
    'pause',
    'mute',
    'unmute',
    'setVolume',
    'setCurrentTime',
    'setLoop',
    'getDuration',
    'getCurrentTime',
    'getPaused',
    'getVolume',
    'getMuted',
  ],
};

function frameOf(element: EarshotPlayerElement): HTMLIFrameElement {
  const frame = element.shadowRoot?.querySelector('iframe');
  if (!frame) throw new Error('There is no frame.');
  return frame;
}

function place(attributes: Record<string, string> = {}): EarshotPlayerElement {
  const element = document.createElement('earshot-player');
  const all = { 'widget-url': PLAYER_ORIGIN, resource: 'episode_id=1', ...attributes };
  for (const [name, value] of Object.entries(all)) element.setAttribute(name, value);
  document.body.append(element);
  return element;
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));
const nameOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'resolved',
    (error: Error) => error.name,
  );

beforeEach(() => document.body.replaceChildren());
afterEach(() => document.body.replaceChildren());

describe('defineEarshotPlayer', () => {
  it('can be called again', () => {
    expect(() => defineEarshotPlayer()).not.toThrow();
  });

  it('frames the player that its attributes describe', () => {
    const element = place({ theme: 'dark', 'hide-sharing': '', height: '300px', title: 'One' });
    const { src, title, style, loading } = frameOf(element);
    const url = new URL(src);
    expect(url.origin + url.pathname).toBe(`${PLAYER_ORIGIN}/player`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      episode_id: '1',
      theme: 'dark',
      'hide-sharing': 'true',
    });
    expect([title, style.height, loading]).toEqual(['One', '300px', 'lazy']);
  });

  it.each([
    ['no resource', { resource: '' }],
    ['a resource that is none', { resource: 'episode_id=x' }],
    ['no address', { 'widget-url': '' }],
    ['a script for an address', { 'widget-url': 'javascript:alert(1)//' }],
  ])('with %s shows what stands inside it', async (_, attributes) => {
    const element = place(attributes as Record<string, string>);
    expect(element.shadowRoot?.querySelector('iframe')).toBeNull();
    expect(element.shadowRoot?.querySelector('slot')).not.toBeNull();
    expect(element.controller).toBeNull();
    expect(await nameOf(element.play())).toBe('NotSupportedError');
  });

  it('takes over what the player says of itself', async () => {
    const element = place();
    await playerOf(element).sayReady();
    expect(element.duration).toBe(200);
    expect(element.volume).toBe(0.8);
    expect(element.paused).toBe(true);
    expect(element.readyState).toBe(1);
  });

  it('tells the player what was set before it came, then plays', async () => {
    const element = place();
    element.volume = 0.25;
    element.loop = true;
    element.currentTime = 30;
    const playing = element.play();
    expect(frameOf(element).loading).toBe('eager');
    const player = playerOf(element);
    await player.sayReady();
    const told = player.sent.map(({ method, value }) => [method, value]);
    expect(told).toEqual(
      expect.arrayContaining([
        ['setVolume', 25],
        ['setLoop', true],
        ['setCurrentTime', 30],
        ['play', undefined],
      ]),
    );
    player.say('play');
    player.say('statechange', { state: 'playing' });
    expect(await nameOf(playing)).toBe('resolved');
    expect(element.paused).toBe(false);
  });

  it('mutes at 0, and is heard again at more', async () => {
    const element = place();
    const player = playerOf(element);
    await player.sayReady();
    element.volume = 0;
    player.say('volumechange', { volume: 0, muted: true });
    expect(element.muted).toBe(false);
    element.volume = 0.5;
    expect(player.told('mute')).toHaveLength(1);
    expect(player.told('setVolume').map(({ value }) => value)).toEqual([50]);
  });

  it.each([-0.1, 1.1])('refuses a volume of %d', (volume) => {
    const element = place();
    expect(() => {
      element.volume = volume;
    }).toThrow(expect.objectContaining({ name: 'IndexSizeError' }));
  });

  it('refuses a time that is none', () => {
    const element = place();
    expect(() => {
      element.currentTime = Number.NaN;
    }).toThrow(TypeError);
  });

  it('dispatches the events of a media element', async () => {
    const element = place();
    const player = playerOf(element);
    await player.sayReady();
    const heard: string[] = [];
    for (const name of ['play', 'playing', 'timeupdate', 'pause', 'ended', 'seeking']) {
      element.addEventListener(name, () => heard.push(name));
    }
    player.say('play');
    player.say('statechange', { state: 'playing' });
    element.currentTime = 199;
    player.say('timeupdate', { seconds: 199.2, duration: 200 });
    player.say('pause');
    player.say('ended');
    expect(heard).toEqual(['play', 'playing', 'seeking', 'timeupdate', 'pause', 'ended']);
    expect(element).toMatchObject({ currentTime: 199.2, ended: true, paused: true });
  });

  it('hands on which episode is playing', async () => {
    const element = place();
    const player = playerOf(element);
    await player.sayReady();
    const heard = vi.fn();
    element.addEventListener('episodechange', (event) => heard((event as CustomEvent).detail));
    player.say('episodechange', { episode_id: 2, title: 'Two' });
    expect(heard).toHaveBeenCalledExactlyOnceWith({ episode_id: 2, title: 'Two' });
  });

  it.each([
    ['AbortError', 'is paused', (element: EarshotPlayerElement) => element.pause()],
    ['AbortError', 'is removed', (element: EarshotPlayerElement) => element.remove()],
    [
      'NotAllowedError',
      'is stopped by the browser',
      (_: EarshotPlayerElement, player: ReturnType<typeof playerOf>) => player.say('pause'),
    ],
    [
      'NotSupportedError',
      'fails',
      (_: EarshotPlayerElement, player: ReturnType<typeof playerOf>) =>
        player.say('error', { code: -1, msg: 'MEDIA_FAILED' }),
    ],
  ] as const)('rejects play with %s when it %s', async (name, _, act) => {
    const element = place();
    const player = playerOf(element);
    await player.sayReady();
    const playing = nameOf(element.play());
    act(element, player);
    expect(await playing).toBe(name);
  });

  it('loads anew once for any number of changed attributes, at the same second', async () => {
    const element = place();
    const player = playerOf(element);
    await player.sayReady();
    player.say('play');
    player.say('timeupdate', { seconds: 42.5, duration: 200 });
    element.setAttribute('theme', 'dark');
    element.setAttribute('color', 'ff0000');
    expect(frameOf(element)).toBe(player.frame);
    await settled();
    const next = playerOf(element);
    expect(next.frame).not.toBe(player.frame);
    expect(new URL(next.frame.src).searchParams.get('theme')).toBe('dark');
    expect(new URL(next.frame.src).searchParams.get('autoplay')).toBe('true');
    await next.sayReady();
    expect(next.told('setCurrentTime')).toMatchObject([{ value: 42.5 }]);
    expect(element.currentTime).toBe(42.5);
  });

  it('begins another resource at its start', async () => {
    const element = place();
    const player = playerOf(element);
    await player.sayReady();
    player.say('timeupdate', { seconds: 42.5, duration: 200 });
    element.setAttribute('resource', 'episode_id=2');
    await settled();
    const next = playerOf(element);
    expect(next.frame.src).toContain('episode_id=2');
    await next.sayReady();
    expect(next.told('setCurrentTime')).toEqual([]);
  });

  it('ends its controller when removed, and has a new one where it is put', async () => {
    const element = place();
    const { controller } = element;
    element.remove();
    await expect(controller?.play()).rejects.toMatchObject({ reason: 'destroyed' });
    expect(element.controller).toBeNull();
    document.body.append(element);
    expect(element.controller).not.toBeNull();
    expect(element.controller).not.toBe(controller);
  });

  it('keeps several apart', async () => {
    const [first, second] = [place(), place({ resource: 'episode_id=2' })];
    const [one, two] = [playerOf(first), playerOf(second)];
    await one.sayReady();
    await two.sayReady();
    one.say('play');
    expect([first.paused, second.paused]).toEqual([false, true]);
  });
});
