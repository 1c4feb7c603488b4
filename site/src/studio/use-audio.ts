import { API_ROUTES, type Media } from 'earshot/contract';
import { createScope } from 'earshot/internal';
import { useEffect, useRef, useState } from 'react';
import { useSite, useTexts } from '../site-context.tsx';
import { followMedia } from './follow-media.ts';
import type { AudioUpload } from './send-audio.ts';

interface Sending {
  fileName: string;
  percent: number;
  isPaused: boolean;
}

export interface AudioState {
  /** The file that this page is sending. Null if there is none. */
  sending: Sending | null;
  /** The state of the upload on the server. */
  media: Media | null;
  error: string | null;
  send(file: File): void;
  pause(): void;
  resume(): void;
}

/** All bytes have arrived, and the server is processing them. */
export const isInWork = (media: Media | null) =>
  media?.state === 'uploaded' ||
  media?.state === 'processing' ||
  (media?.state === 'uploading' && media.progress === 100);

interface AudioOptions {
  /** The upload at the time of loading the page. */
  loaded: Media | null;
  /** The server has given the upload its id. From now on it survives a reload. */
  onBegun(mediaId: number): Promise<unknown>;
}

/** Sends an audio file, and follows the server's work on it until it is ready. */
export function useAudio({ loaded, onBegun }: AudioOptions): AudioState {
  const { client, config, texts } = useSite();
  const t = useTexts('studio');
  const [media, setMedia] = useState(loaded);
  const [sending, setSending] = useState<Sending | null>(null);
  const [error, setError] = useState<string | null>(null);
  const upload = useRef<AudioUpload | null>(null);
  /** Also of a file that waits for the script. */
  const isStopped = useRef(false);

  // Sending ends with the page, so leaving asks first; only the server's processing continues.
  useEffect(
    () => () => {
      isStopped.current = true;
      upload.current?.pause();
    },
    [],
  );
  const isSending = sending !== null;
  useEffect(() => {
    if (!isSending) return;
    const scope = createScope();
    scope.listen(window, 'beforeunload', (event) => event.preventDefault());
    return scope.dispose;
  }, [isSending]);

  const mediaId = media?.media_id;
  const isFollowed = !isSending && isInWork(media);
  useEffect(() => {
    if (!client || !isFollowed || mediaId === undefined) return;
    const scope = createScope();
    followMedia({
      mediaId,
      scope,
      ask: async () =>
        (await client.api.get<{ media: Media }>('media_file', { media_id: mediaId }, scope.signal))
          .media,
      onChange(changed) {
        setMedia((before) => before && { ...before, ...changed });
        if (changed.state === 'ready' || changed.state === 'failed') void client.refresh();
      },
      hear: ({ onMedia }) => {
        const { user } = client.session;
        if (!user) return;
        const channel = `private-user_${user.user_id}`;
        const options = { push: config.PUSH, session: client.session, scope, channel };
        void import('../push/hear-channel.ts').then(
          ({ hearChannel }) => hearChannel({ ...options, on: { media: onMedia } }),
          () => {}, // it then polls more often
        );
      },
    });
    return scope.dispose;
  }, [client, config, isFollowed, mediaId]);

  async function begin(file: File) {
    setError(file.size > 0 ? null : t('audio_empty'));
    if (file.size === 0) return; // the server's answer names its field, for programs
    isStopped.current = false;
    setSending({ fileName: file.name, percent: 0, isPaused: false });
    const change = (part: Partial<Sending>) =>
      setSending((before) => before && { ...before, ...part });
    const fail = (message: string) => {
      setSending(null);
      setError(message);
    };
    let attached: Promise<unknown> = Promise.resolve();
    let id = 0;
    try {
      const { sendAudio } = await import('./send-audio.ts');
      upload.current = await sendAudio(file, {
        endpoint: config.API_URL + API_ROUTES.uploads,
        token: () => client?.session.token ?? null,
        onBegun(media_id) {
          id = media_id;
          attached = onBegun(media_id);
          attached.catch((reason: Error) => {
            upload.current?.pause();
            fail(reason.message);
          });
        },
        onProgress: (percent) => change({ percent }),
        async onDone() {
          try {
            await attached;
            const answer = await client?.api.get<{ media: Media }>('media_file', { media_id: id });
            setMedia(answer?.media ?? null);
            setSending(null);
            void client?.refresh();
          } catch (reason) {
            fail((reason as Error).message);
          }
        },
        onFailed: (message, percent) => fail(message ?? t('upload_broken', { percent })),
      });
      if (!isStopped.current) upload.current.resume();
    } catch {
      fail(texts.site.failed_text);
    }
  }

  return {
    sending,
    media,
    error,
    send: (file) => {
      if (!sending) void begin(file);
    },
    pause() {
      isStopped.current = true;
      upload.current?.pause();
      setSending((before) => before && { ...before, isPaused: true });
    },
    resume() {
      isStopped.current = false;
      upload.current?.resume();
      setSending((before) => before && { ...before, isPaused: false });
    },
  };
}
