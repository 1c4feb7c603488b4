import { API_ROUTES, buildPath, type Show } from 'earshot/contract';
import { type DragEvent, lazy, Suspense, useId, useState } from 'react';
import { Action } from '../action.tsx';
import { Cover } from '../parts/cover.tsx';
import { sendAsMember } from '../session/send-body.ts';
import { useSite, useTexts } from '../site-context.tsx';
import { FileButton } from './file-button.tsx';

const TYPES = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

const CropPopup = lazy(async () => ({ default: (await import('./crop-popup.tsx')).CropPopup }));

/** The cover of a show: a chosen or dropped picture is sent at once, if it is square. */
export function CoverField({ show }: { show: Show }) {
  const { client, config } = useSite();
  const t = useTexts('studio');
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [uncut, setUncut] = useState<ImageBitmap | null>(null);
  const { show_id } = show;

  async function change(send: () => Promise<unknown>, done: string) {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await send();
      await client?.refresh();
      client?.notify(done, { level: 'success' });
    } catch (failure) {
      setError((failure as Error).message.replace(/^image: /, ''));
    } finally {
      setBusy(false);
    }
  }
  const choose = async (file: File | undefined) => {
    if (!file) return;
    // The server may read pictures that the browser cannot, or reports the error.
    const picture = await createImageBitmap(file).catch(() => null);
    if (picture && picture.width !== picture.height) setUncut(picture);
    else send(file);
  };
  const send = (file: File) => {
    const body = new FormData();
    body.set('image', file);
    const address = config.API_URL + buildPath(API_ROUTES, 'show_cover', { show_id });
    void change(() => sendAsMember(client, address, { method: 'PUT', body }), t('cover_saved'));
  };
  const remove = () =>
    void change(async () => client?.api.delete('show_cover', { show_id }), t('cover_removed'));
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void choose(event.dataTransfer.files[0]);
  };

  return (
    <section
      className="studio-cover"
      aria-label={t('cover')}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <Cover of={show} side={160} sizes={[160, 320]} />
      <div className="studio-cover-side">
        <p className="es-hint" id={`${id}-hint`}>
          {isBusy ? t('cover_busy') : t('cover_hint')}
        </p>
        {error && (
          <p className="es-hint" data-level="error" role="alert">
            {error}
          </p>
        )}
        <p className="studio-row">
          <FileButton
            kind="secondary"
            isBusy={isBusy}
            accept={TYPES}
            aria-describedby={`${id}-hint`}
            onFile={(file) => void choose(file)}
          >
            {show.image_url ? t('replace_cover') : t('choose_cover')}
          </FileButton>
          {show.image_url && (
            <Action kind={null} onClick={remove}>
              {t('remove_cover')}
            </Action>
          )}
        </p>
      </div>
      {uncut && (
        <Suspense>
          <CropPopup
            picture={uncut}
            onClose={() => setUncut(null)}
            onCut={(square) => {
              setUncut(null);
              send(square);
            }}
          />
        </Suspense>
      )}
    </section>
  );
}
