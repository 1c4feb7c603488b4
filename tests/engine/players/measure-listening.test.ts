// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import {
  type ListeningReport,
  measureListening,
} from '../../../src/engine/players/measure-listening.ts';
import { createScope } from '../../../src/lib/scope.ts';
import { fakeTime, pass, settle } from '../../helpers/fake-time.ts';
import { adSlot, segment, target, testPlayer } from '../../helpers/test-player.ts';

fakeTime();

function setUp(...[options]: Parameters<typeof testPlayer>) {
  const world = testPlayer(options);
  const reports: ListeningReport[] = [];
  const listener = { isAllowed: true };
  const scope = createScope();
  const { player } = world;
  measureListening({
    player,
    scope,
    isAllowed: () => listener.isAllowed,
    send: (report) => reports.push(report),
  });
  /** The reports so far: `1 start 0-5 [1]`, without what is absent. */
  const told = () =>
    reports.map(({ episodeId, isStart, parts, quartiles }) =>
      [
        episodeId,
        ...(isStart ? ['start'] : []),
        ...parts.map(({ from, to }) => `${from}-${to}`),
        ...(quartiles.length > 0 ? [`[${quartiles}]`] : []),
      ].join(' '),
    );
  return { ...world, listener, scope, told };
}

const leave = () => window.dispatchEvent(new Event('pagehide'));

describe('measureListening', () => {
  it('reports once a minute and at a pause, each second once', async () => {
    const { player, sound, listen, told } = setUp({ episodes: { 1: { duration: 1000 } } });
    await listen(target(1), 1000);
    await pass(59);
    expect(told()).toEqual([]);
    await pass(2);
    expect(told()).toEqual(['1 start 0-60']);
    player.seek(30);
    await pass(40);
    player.pause();
    expect(told().slice(1)).toEqual(['1 60-70']);
    await pass(120);
    player.play();
    sound.start();
    await pass(5);
    player.pause();
    expect(told().slice(2)).toEqual(['1 70-75']);
  });

  it('reports seeks as parts, and quartiles of all that was heard', async () => {
    const { player, sound, listen, told } = setUp();
    await listen();
    await pass(10);
    player.seek(80);
    await pass(10);
    player.seek(40);
    await pass(10);
    player.pause();
    expect(told()).toEqual(['1 start 0-10 40-50 80-90 [1]']);
    player.play();
    sound.start();
    await pass(20);
    player.pause();
    expect(told().at(-1)).toBe('1 50-70 [2]');
  });

  it('reports the end of an episode before the next one', async () => {
    const { player, sound, listen, told } = setUp();
    await listen();
    await pass(96);
    player.load(target(2), { autoplay: true });
    await settle();
    expect(told()).toEqual(['1 start 0-60 [1,2]', '1 60-96 [3,4]']);
    sound.start(100);
    await pass(4);
    leave();
    expect(told().slice(2)).toEqual(['2 start 0-4']);
    player.load(target(1), { autoplay: true });
    await settle();
    sound.start(100);
    await pass(4);
    leave();
    expect(told()).toHaveLength(3);
  });

  it('reports when the page is left, and continues if it comes back', async () => {
    const { listen, told } = setUp();
    await listen();
    await pass(3.4);
    leave();
    leave();
    await pass(5);
    leave();
    expect(told()).toEqual(['1 start 0-3', '1 3-8']);
  });

  it('does not count ads', async () => {
    const planAds = async () => [adSlot('ad.mp3', 10), segment('1.mp3', 0, 100)];
    const { sound, listen, told } = setUp({ planAds });
    await listen(target(1), 10);
    await pass(5);
    leave();
    expect(told()).toEqual([]);
    sound.end();
    await settle();
    sound.start(100);
    await pass(5);
    leave();
    expect(told()).toEqual(['1 start 0-5']);
  });

  it('never reports what was heard without permission', async () => {
    const { player, sound, listener, listen, told } = setUp();
    await listen();
    await pass(10);
    listener.isAllowed = false;
    await pass(10);
    player.pause();
    expect(told()).toEqual([]);
    listener.isAllowed = true;
    player.play();
    sound.start();
    await pass(10);
    player.pause();
    expect(told()).toEqual(['1 start 20-30']);
  });

  it('sends 30 parts at once, and the others with the next report', async () => {
    const { player, listen, told } = setUp({ episodes: { 1: { duration: 1000 } } });
    await listen(target(1), 1000);
    for (let n = 0; n < 32; n += 1) {
      player.seek(n * 10);
      await pass(1);
    }
    leave();
    leave();
    expect(told()[0]?.split(' ')).toHaveLength(32);
    expect(told().slice(1)).toEqual(['1 300-301 310-311']);
  });

  it('ends with its player', async () => {
    const { listen, scope, told } = setUp();
    await listen();
    scope.dispose();
    await pass(5);
    leave();
    expect(told()).toEqual([]);
  });
});
