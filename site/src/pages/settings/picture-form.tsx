import { API_ROUTES, buildPath, type OwnUser } from 'earshot/contract';
import { useRef, useState } from 'react';
import { Action } from '../../action.tsx';
import { Face } from '../../parts/face.tsx';
import { tryOrNotify } from '../../parts/try-or-notify.ts';
import { sendAsMember } from '../../session/send-body.ts';
import { useSite, useTexts } from '../../site-context.tsx';

/** The picture changes at once, without saving. */
export function PictureForm({ user }: { user: OwnUser }) {
  const { client, config } = useSite();
  const t = useTexts('settings');
  const input = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState<Pick<OwnUser, 'name' | 'image_url'>>(user);
  const [isBusy, setBusy] = useState(false);

  async function change(work: () => Promise<OwnUser>) {
    setBusy(true);
    await tryOrNotify(client, async () => {
      const changed = await work();
      setShown(changed);
      client?.session.update(changed);
    });
    setBusy(false);
  }

  const upload = (file: File) =>
    change(async () => {
      if (!client) return user;
      const body = new FormData();
      body.append('image', file);
      const path = buildPath(API_ROUTES, 'user_cover', { user_id: user.user_id });
      const request = { method: 'PUT', body } as const;
      const answer = await sendAsMember<{ user: OwnUser }>(client, config.API_URL + path, request);
      return answer.user;
    });

  const remove = () =>
    change(async () => {
      if (!client) return user;
      await client.api.delete('user_cover', { user_id: user.user_id });
      return (await client.api.get<{ user: OwnUser }>('me')).user;
    });

  return (
    <div className="site-picture">
      <Face user={shown} />
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) void upload(file);
        }}
      />
      <Action aria-busy={isBusy} onClick={() => !isBusy && input.current?.click()}>
        {t('choose_picture')}
      </Action>
      {shown.image_url && !isBusy && (
        <Action kind={null} onClick={() => void remove()}>
          {t('remove_picture')}
        </Action>
      )}
    </div>
  );
}
