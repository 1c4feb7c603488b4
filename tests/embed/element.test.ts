// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import manifest from '../../src/embed/custom-elements.json' with { type: 'json' };
import { defineEarshotPlayer, type EarshotPlayerElement, EVENTS } from '../../src/embed/index.ts';
import { PLAYER_ORIGIN } from '../helpers/fake-frame.ts';

declare const happyDOM: { settings: object };
Object.assign(happyDOM.settings, {
  disableIframePageLoading: true,
  handleDisabledFileLoadingAsSuccess: true,
});
await defineEarshotPlayer();

interface Sent {
  method: string;
  value?: unknown;
  listener?: string;
}

/** Acts as the player in the element's frame. */
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
    /** Answers the last call of the method. */
    answer(method: string, value: unknown = null) {
      say(method, value, sent.filter((message) => message.method === method).at(-1)?.listener);
    },
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
  confirms: true,
  events: EVENTS,
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
    'getTextTracks',
    'getCues',
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
  it('can be called again', async () => {
    await expect(defineEarshotPlayer()).resolves.toBeUndefined();
  });

  it('embeds the player that its attributes describe', () => {
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
    ['an invalid resource', { resource: 'episode_id=x' }],
    ['no address', { 'widget-url': '' }],
    ['a script for an address', { 'widget-url': 'javascript:alert(1)//' }],
  ])('shows its children with %s', async (_, attributes) => {
    const element = place(attributes as Record<string, string>);
    expect(element.shadowRoot?.querySelector('iframe')).toBeNull();
    expect(element.shadowRoot?.querySelector('slot')).not.toBeNull();
    expect(element.controller).toBeNull();
    expect(await nameOf(element.play())).toBe('NotSupportedError');
  });

  it('takes its state from the player', async () => {
    const element = place();
    await playerOf(element).sayReady();
    expect(element.duration).toBe(200);
    expect(element.volume).toBe(0.8);
    expect(element.paused).toBe(true);
    expect(element.readyState).toBe(1);
  });

  it('applies earlier changes when the player is ready, then plays', async () => {
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
    await settled();
    expect(player.sent.map(({ method }) => method).indexOf('setCurrentTime')).toBeLessThan(
      player.sent.map(({ method }) => method).indexOf('play'),
    );
    player.say('play');
    player.answer('play');
    expect(await nameOf(playing)).toBe('resolved');
    expect(element.paused).toBe(false);
  });

  it('seeks an episode, but not a live one, whose player answers no seek', async () => {
    const element = place();
    const player = playerOf(element);
    await player.sayReady();
    element.currentTime = 30;
    expect(element.seeking).toBe(true);
    player.say('seeked');
    expect(element.seeking).toBe(false);

    const live = place();
    await playerOf(live).sayReady({ getDuration: 0, getCurrentTime: 0, getPaused: true });
    live.currentTime = 30;
    expect(live.seeking).toBe(false);
  });

  it('mutes at volume 0, and unmutes above', async () => {
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

  it.each([-0.1, 1.1])('rejects a volume of %d', (volume) => {
    const element = place();
    expect(() => {
      element.volume = volume;
    }).toThrow(expect.objectContaining({ name: 'IndexSizeError' }));
  });

  it('rejects a playback rate below 0, as media elements do, and keeps the old one', () => {
    const element = place();
    expect(() => {
      element.playbackRate = -1;
    }).toThrow(expect.objectContaining({ name: 'NotSupportedError' }));
    expect(element.playbackRate).toBe(1);
  });

  it.each([
    ...[Number.NaN, 'x', undefined].map((value) => ['currentTime', value] as const),
    ...['x', undefined].map((value) => ['volume', value] as const),
    ...['x', Number.POSITIVE_INFINITY].map((value) => ['playbackRate', value] as const),
  ])('rejects a %s of %s, and keeps the old one', (name, value) => {
    const element = place();
    const before = element[name];
    expect(() => {
      element[name] = value as number;
    }).toThrow(TypeError);
    expect(element[name]).toBe(before);
  });

  it('takes the value of a slider, which is text, as a number', async () => {
    const element = place();
    const player = playerOf(element);
    await player.sayReady();
    element.currentTime = '30' as never;
    element.volume = '0.5' as never;
    expect([element.currentTime, element.volume]).toEqual([30, 0.5]);
    expect(player.told('setCurrentTime').map(({ value }) => value)).toEqual([30]);
  });

  it('is at least 80 px high', () => {
    expect(playerOf(place()).frame.style.minHeight).toBe('80px');
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

  it('reports the current episode', async () => {
    const element = place();
    const player = playerOf(element);
    await player.sayReady();
    const heard = vi.fn();
    element.addEventListener('episodechange', (event) => heard((event as CustomEvent).detail));
    player.say('episodechange', { episode_id: 2, title: 'Two' });
    expect(heard).toHaveBeenCalledExactlyOnceWith({ episode_id: 2, title: 'Two' });
  });

  it.each([
    ['not_allowed', 'NotAllowedError'],
    ['aborted', 'AbortError'],
    ['not_playable', 'NotSupportedError'],
  ])('rejects play that is %s with %s', async (error, name) => {
    const element = place();
    const player = playerOf(element);
    await player.sayReady();
    const playing = nameOf(element.play());
    await settled();
    player.answer('play', { error });
    expect(await playing).toBe(name);
  });

  it.each([
    ['is paused', (element: EarshotPlayerElement) => element.pause()],
    ['is removed', (element: EarshotPlayerElement) => element.remove()],
    ['is loaded again', (element: EarshotPlayerElement) => element.load()],
  ])('rejects play with AbortError if it %s before the player is ready', async (_, act) => {
    const element = place();
    const player = playerOf(element);
    const playing = nameOf(element.play());
    act(element);
    await player.sayReady();
    expect(await playing).toBe('AbortError');
    expect(player.told('play')).toEqual([]);
  });

  it('plays the resource that was set just before', async () => {
    const element = place();
    await playerOf(element).sayReady();
    element.resource = 'episode_id=2';
    const playing = nameOf(element.play());
    const next = playerOf(element);
    expect(next.frame.src).toContain('episode_id=2');
    await next.sayReady();
    next.answer('play');
    expect(await playing).toBe('resolved');
  });

  it('has a property for each option, with the parsed value of its attribute', () => {
    const element = place({ theme: 'dark', 'hide-sharing': '', color: 'no', t: '30' });
    const { theme, hideSharing, color, t, cover, widgetUrl } = element;
    expect({ theme, hideSharing, color, t, cover, widgetUrl }).toEqual({
      theme: 'dark',
      hideSharing: true,
      color: undefined,
      t: 30,
      cover: undefined,
      widgetUrl: PLAYER_ORIGIN,
    });
    element.hideSharing = false;
    element.theme = undefined;
    expect(element.getAttribute('hide-sharing')).toBe('false');
    expect(element.hasAttribute('theme')).toBe(false);
  });

  it('accepts the attributes loop and muted, as media elements do', async () => {
    const element = place({ loop: '', muted: '' });
    expect([element.loop, element.muted]).toEqual([true, true]);
    const player = playerOf(element);
    await player.sayReady();
    expect(player.told('setLoop').map(({ value }) => value)).toEqual([true]);
    expect(player.told('mute')).toHaveLength(1);
    element.loop = false;
    expect(element.hasAttribute('loop')).toBe(false);
    expect(player.told('setLoop').at(-1)?.value).toBe(false);
  });

  it('applies properties that were set before the element was defined', async () => {
    const late = document.createElement('earshot-late') as EarshotPlayerElement;
    Object.assign(late, { widgetUrl: PLAYER_ORIGIN, resource: 'episode_id=3', volume: 0.5 });
    document.body.append(late);
    await defineEarshotPlayer('earshot-late');
    customElements.upgrade?.(document.body);
    expect(late.volume).toBe(0.5);
    expect(late.getAttribute('resource')).toBe('episode_id=3');
  });

  it('changes its size in place', async () => {
    const element = place();
    const frame = frameOf(element);
    element.height = '320px';
    await settled();
    expect(frameOf(element)).toBe(frame);
    expect(frame.style.height).toBe('320px');
  });

  it.each([
    [450, '450px'],
    [1e9, '200px'],
    [-5, '200px'],
    ['500', '200px'],
  ])('answers a wanted height of %s with %s', async (height, expected) => {
    const element = place();
    const player = playerOf(element);
    await player.sayReady();
    player.say('resize', { height });
    expect(frameOf(element).style.height).toBe(expected);
  });

  it('reports the buffered range', async () => {
    const element = place();
    const player = playerOf(element);
    await player.sayReady();
    expect(element.buffered.length).toBe(0);
    player.say('progress', { percent: 0.5, seconds: 100, duration: 200 });
    const { buffered } = element;
    expect([buffered.length, buffered.start(0), buffered.end(0)]).toEqual([1, 0, 100]);
  });

  it('throws no error into the page for any message of its player', async () => {
    const element = place();
    const player = playerOf(element);
    await player.sayReady();
    for (const name of EVENTS) {
      for (const value of [null, 5, 'x', [], { seconds: {}, duration: null, height: {} }]) {
        expect(() => player.say(name, value)).not.toThrow();
      }
    }
  });

  it('reloads once after several changed attributes, and keeps the position', async () => {
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
    expect(next.frame.loading).toBe('eager');
    await next.sayReady();
    expect(next.told('setCurrentTime')).toMatchObject([{ value: 42.5 }]);
    expect(element.currentTime).toBe(42.5);
  });

  it('plays another resource from its start', async () => {
    const element = place();
    const player = playerOf(element);
    await player.sayReady();
    player.say('timeupdate', { seconds: 42.5, duration: 200 });
    const times: number[] = [];
    element.addEventListener('timeupdate', () => times.push(element.currentTime));
    element.setAttribute('resource', 'episode_id=2');
    await settled();
    expect(times).toEqual([0]);
    const next = playerOf(element);
    expect(next.frame.src).toContain('episode_id=2');
    await next.sayReady();
    expect(next.told('setCurrentTime')).toEqual([]);
  });

  it('destroys its controller when removed, and creates one when added again', async () => {
    const element = place();
    const { controller } = element;
    element.remove();
    await expect(controller?.play()).rejects.toMatchObject({ reason: 'destroyed' });
    expect(element.controller).toBeNull();
    document.body.append(element);
    expect(element.controller).not.toBeNull();
    expect(element.controller).not.toBe(controller);
  });

  it('separates several elements', async () => {
    const [first, second] = [place(), place({ resource: 'episode_id=2' })];
    const [one, two] = [playerOf(first), playerOf(second)];
    await one.sayReady();
    await two.sayReady();
    one.say('play');
    expect([first.paused, second.paused]).toEqual([false, true]);
  });
});

describe('custom-elements.json', () => {
  it('names attributes, properties and methods that the element has', () => {
    const [found] = manifest.modules.flatMap(({ declarations }) => declarations);
    const { attributes = [], members = [] } = found ?? {};
    const element = document.createElement('earshot-player');
    const names = [
      ...attributes.map(({ fieldName }) => fieldName),
      ...members.map(({ name }) => name),
    ];
    expect(names).toContain('hideSharing');
    expect(names.filter((name) => !(name in element))).toEqual([]);
  });
});

describe('<earshot-player> for controls of others', () => {
  beforeEach(() => {
    vi.stubGlobal(
      'VTTCue',
      class {
        constructor(
          readonly startTime: number,
          readonly endTime: number,
          readonly text: string,
        ) {}
      },
    );
  });
  afterEach(() => void vi.unstubAllGlobals());

  it('takes the address of a player page as `src`, and attributes before its options', () => {
    const element = document.createElement('earshot-player');
    element.setAttribute('theme', 'light');
    element.src = `${PLAYER_ORIGIN}/player?episode_id=7&theme=dark&color=0b6e5e`;
    document.body.append(element);
    const url = new URL(element.currentSrc);
    expect(url.origin + url.pathname).toBe(`${PLAYER_ORIGIN}/player`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      episode_id: '7',
      theme: 'light',
      color: '0b6e5e',
    });
  });

  it('stays empty for other addresses', () => {
    const element = document.createElement('earshot-player');
    element.src = 'https://elsewhere.test/video.mp4';
    document.body.append(element);
    expect(element.currentSrc).toBe('');
  });

  it('has paused once it has no player', async () => {
    const element = place();
    const player = playerOf(element);
    await player.sayReady();
    player.say('play');
    element.setAttribute('resource', 'none');
    await settled();
    expect([element.currentSrc, element.paused]).toEqual(['', true]);
  });

  it('loads with the controls that hide it in their slot, once these are in view', () => {
    const seen: [Element, (entries: { isIntersecting: boolean }[]) => void][] = [];
    class Observer {
      disconnect = vi.fn();
      constructor(readonly callback: (entries: { isIntersecting: boolean }[]) => void) {}
      observe(element: Element) {
        seen.push([element, this.callback]);
      }
    }
    vi.stubGlobal('IntersectionObserver', Observer);
    const element = place({ slot: 'media' });
    const [controls, report] = seen[0] ?? [];
    expect(controls).toBe(element.parentElement);
    report?.([{ isIntersecting: false }]);
    expect(frameOf(element).loading).toBe('lazy');
    report?.([{ isIntersecting: true }]);
    expect(frameOf(element).loading).toBe('eager');
    place();
    expect(seen).toHaveLength(1);
    vi.unstubAllGlobals();
  });

  it('loads only with `play` if `preload` is `none`', async () => {
    const element = place({ preload: 'none' });
    element.theme = 'dark';
    await settled();
    expect(element.currentSrc).toBe('');
    void element.play();
    expect(new URL(frameOf(element).src).searchParams.get('theme')).toBe('dark');
  });

  it('can be moved to any second, once the duration is known', async () => {
    const element = place();
    expect(element.seekable.length).toBe(0);
    await playerOf(element).sayReady();
    expect([element.seekable.length, element.seekable.start(0), element.seekable.end(0)]).toEqual([
      1, 0, 200,
    ]);
  });

  it('announces the end of a player, and the next one', async () => {
    const element = place();
    const heard: string[] = [];
    for (const name of ['emptied', 'loadstart']) {
      element.addEventListener(name, () => heard.push(name));
    }
    element.load();
    await playerOf(element).sayReady();
    element.remove();
    expect(heard).toEqual(['emptied', 'loadstart', 'emptied']);
  });

  /** An element whose player has chapters and captions. */
  async function placeWithTracks() {
    const element = place();
    const player = playerOf(element);
    const added: unknown[] = [];
    const list = element.textTracks;
    list.addEventListener('addtrack', () => added.push(list[added.length]?.cues?.length));
    await player.sayReady();
    const say = async (method: string, value: unknown) => {
      player.answer(method, value);
      await settled();
    };
    await say('getTextTracks', [
      { kind: 'chapters', label: '', language: 'en' },
      { kind: 'captions', label: 'English', language: 'en' },
      { kind: 'something else' },
    ]);
    await say('getCues', [
      { start: 0, end: 50, text: 'Low tide' },
      { start: 50, end: 200, text: 'High tide' },
    ]);
    return { element, player, list, added, say };
  }

  it('has the chapters in a hidden track when it appears, and captions in a disabled one', async () => {
    const { list, added } = await placeWithTracks();
    expect([...list].map(({ kind, mode, language }) => [kind, mode, language])).toEqual([
      ['chapters', 'hidden', 'en'],
      ['captions', 'disabled', 'en'],
    ]);
    expect(added).toEqual([2, undefined]);
    expect(list.getTrackById('captions')).toBe(list[1]);
  });

  it('fetches captions when the page enables them, and follows the sound', async () => {
    const { list, player, say } = await placeWithTracks();
    const [, captions] = list;
    const active: (string | undefined)[] = [];
    captions?.addEventListener('cuechange', () => active.push(captions.activeCues?.[0]?.text));
    expect(player.told('getCues')).toHaveLength(1);
    if (captions) captions.mode = 'showing';
    await say('getCues', [{ start: 2, end: 4, text: 'The sea is out.' }]);
    for (const seconds of [1, 3, 3.5, 5]) player.say('timeupdate', { seconds, duration: 200 });
    expect(active).toEqual(['The sea is out.', undefined]);
  });

  it('has no tracks of the episode before', async () => {
    const { list, player } = await placeWithTracks();
    player.say('episodechange', { episode_id: 2, title: 'Two' });
    expect(list).toHaveLength(0);
  });

  it('asks the player for no tracks before the page does', async () => {
    const player = playerOf(place());
    await player.sayReady();
    expect(player.told('getTextTracks')).toEqual([]);
  });
});
