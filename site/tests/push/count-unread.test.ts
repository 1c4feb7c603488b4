// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { countUnread } from '../../src/push/count-unread.ts';
import { createSession } from '../../src/session/session.ts';

it('gives the player the number of unread messages of its episode, if an author listens', async () => {
  const player = {
    getSnapshot: () => ({ episode: { episode_id: 7, count_unread_msg: 1 } }) as never,
    setUnreadCount: vi.fn(),
  };
  const answers: Readonly<Record<string, object>> = {
    episode: { episode: { episode_id: 7, count_unread_msg: 3 } },
  };
  const showCount = vi.fn();
  await countUnread({
    push: { enabled: false, app_key: '', url: '' },
    session: createSession({ USER: { user_id: 1 }, OAUTH_TOKEN: 'token' } as never),
    api: { get: async (route: string) => (answers[route] ?? { unread: 5 }) as never },
    player,
    showCount,
  });
  expect(showCount).toHaveBeenCalledWith(5);
  expect(player.setUnreadCount).toHaveBeenCalledWith(3);
});
