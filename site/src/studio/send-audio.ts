import { DetailedError, Upload } from 'tus-js-client';

interface AudioUploadOptions {
  /** The address of uploads. */
  endpoint: string;
  /** The current bearer token: a long upload may outlast a session. */
  token: () => string | null;
  /** The server has given the upload its id. */
  onBegun(mediaId: number): void;
  /** With whole percents. */
  onProgress(percent: number): void;
  onDone(): void;
  /** With the message of the server. Null if it has not answered: the same file continues where it stopped. */
  onFailed(message: string | null, percent: number): void;
}

export interface AudioUpload {
  pause(): void;
  resume(): void;
}

const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000];

/**
 * Sends a file in pieces, from `resume()` on. A file that the browser began to send before continues where it stopped.
 */
export async function sendAudio(file: File, options: AudioUploadOptions): Promise<AudioUpload> {
  let percent = 0;
  const upload = new Upload(file, {
    endpoint: options.endpoint,
    retryDelays: RETRY_DELAYS_MS,
    metadata: { filename: file.name, filetype: file.type },
    removeFingerprintOnSuccess: true,
    onBeforeRequest(request) {
      const token = options.token();
      if (token) request.setHeader('Authorization', `Bearer ${token}`);
    },
    onUploadUrlAvailable() {
      options.onBegun(Number(upload.url?.split('/').at(-1)));
    },
    onProgress(sent, total) {
      percent = total > 0 ? Math.floor((100 * sent) / total) : 0;
      options.onProgress(percent);
    },
    onSuccess: () => options.onDone(),
    onError: (error) => options.onFailed(messageOf(error), percent),
  });
  const [previous] = await upload.findPreviousUploads();
  if (previous) upload.resumeFromPreviousUpload(previous);
  return { pause: () => void upload.abort(), resume: () => upload.start() };
}

/** The message of the server. Null if it has not answered. */
export function messageOf(error: Error): string | null {
  const body = error instanceof DetailedError ? error.originalResponse?.getBody() : null;
  try {
    const { error: answer } = JSON.parse(body ?? '') as { error: { messages: string[] } };
    return answer.messages.map((text) => text.replace(/^file: /, '')).join(', ');
  } catch {
    return null;
  }
}
