// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { light } from '../../loader/on-demand-words.ts';
import { fakeFrame } from '../helpers/fake-frame.ts';

const EVENTS = ['ready', 'timeupdate', 'statechange', 'ratechange', 'episodechange'];
let frame: ReturnType<typeof fakeFrame>;

const text = () => document.querySelector('.earshot-text') as HTMLElement;
const lit = () =>
  [...document.querySelectorAll('[aria-current]')].map(({ textContent }) => textContent);
const say = (event: string, value: object) =>
  frame.say({ event, value, listener: listenerOf(event) });
const listenerOf = (event: string) =>
  frame.methods('addEventListener').find(({ value }) => value === event)?.listener;
const press = (element: Element | null, init: MouseEventInit = {}) => {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init });
  element?.dispatchEvent(event);
  return event.defaultPrevented;
};

function show(html: string): void {
  document.body.innerHTML = `<div class="earshot-text">${html}</div>`;
  frame = fakeFrame();
  Object.defineProperty(frame.iframe, 'isConnected', { get: () => true });
  light(frame.iframe, text());
  frame.sayReady({ events: EVENTS, confirms: true });
}

const POST =
  '<ol><li><a href="/e#t=0" data-seek="0">0:00</a> <span data-seek="0">Fog</span></li>' +
  '<li><a href="/e#t=10" data-seek="10">0:10</a> <span data-seek="10">Bells</span></li></ol>' +
  '<p><a href="/e#t=1" data-seek="1">0:01</a> <span data-seek="1">One</span> ' +
  '<span data-seek="2.5">two</span> <span data-seek="11">three</span></p><p id="other">Else</p>';

beforeEach(() => {
  vi.useFakeTimers();
  show(POST);
});
afterEach(() => vi.useRealTimers());

describe('the words of a post', () => {
  it('light up with the chapter, between the reports of the player as well', () => {
    say('statechange', { state: 'playing' });
    say('timeupdate', { seconds: 1.2, duration: 60 });
    expect(lit()).toEqual(['Fog', 'One']);
    vi.advanceTimersByTime(1_310);
    expect(lit()).toEqual(['Fog', 'two']);
    say('statechange', { state: 'paused' });
    vi.advanceTimersByTime(20_000);
    expect(lit()).toEqual(['Fog', 'two']);
    say('timeupdate', { seconds: 11, duration: 60 });
    expect(lit()).toEqual(['Bells', 'three']);
  });

  it('go out while the player plays another episode', () => {
    say('timeupdate', { seconds: 1.2, duration: 60 });
    say('episodechange', { episode_id: 2, title: 'Other' });
    expect(lit()).toEqual([]);
    press(document.querySelector('p span'));
    expect(frame.methods('load')[0]?.value).toBe('episode_id=1');
  });

  it('play from a pressed word or time, and leave other presses', () => {
    expect(press(document.querySelector('p span:last-of-type'))).toBe(true);
    expect(frame.methods('setCurrentTime')[0]?.value).toBe(11);
    expect(frame.methods('play')).toHaveLength(1);
    const time = document.querySelector('p a');
    expect(press(time, { ctrlKey: true })).toBe(false);
    expect(press(document.querySelector('#other'))).toBe(false);
    expect(press(time)).toBe(true);
    expect(frame.methods('setCurrentTime')[1]?.value).toBe(1);
  });

  it('end with their player', () => {
    say('timeupdate', { seconds: 1.2, duration: 60 });
    const earlier = frame;
    frame = fakeFrame();
    light(frame.iframe, text());
    expect(lit()).toEqual([]);
    press(document.querySelector('p span'));
    expect(earlier.methods('setCurrentTime')).toEqual([]);
  });

  it('are paragraphs if the page has removed the marks', () => {
    show('<p><a href="/e#t=1">0:01</a> One</p><p><a href="/e#t=9.5">0:09</a> Two</p>');
    say('timeupdate', { seconds: 9.6, duration: 60 });
    expect(lit()).toEqual(['0:09 Two']);
    expect(press(document.querySelector('a'))).toBe(true);
    expect(frame.methods('setCurrentTime')[0]?.value).toBe(1);
  });
});
