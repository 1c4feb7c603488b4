import { AppError } from 'earshot/contract';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { requireRoom, roomOf } from '../uploads/uploads.ts';
import { TooLarge } from './feed.ts';

/** The audio of an item is not copied. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom';
  /** False if only this file is too large. */
  readonly isFull: boolean;

  constructor(isFull: boolean) {
    super(isFull ? 'the storage of the account is full' : 'it is too large for one file here');
    this.isFull = isFull;
  }
}

/** The room for the audio that an import copies: the quota of its user, which uploads have too. */
export interface AudioRoom {
  /**
   * Calls `copy` with the largest size of the next file.
   * @throws NoRoom if the file is larger
   */
  whileCopying<Copy>(copy: (maxBytes: number) => Promise<Copy>): Promise<Copy>;
  /** Call it in the transaction that stores the audio. @throws NoRoom if an upload has taken the room meanwhile */
  take(transaction: Database, bytes: number): Promise<void>;
  /** The remark on an import that had no room for all its audio. */
  notes(): string[];
}

const FULL =
  'The storage of the account is full, so the audio of some episodes stays where it is. To copy it, make room or choose a larger plan, and import the feed again.';

export function openAudioRoom(
  { database, config }: Pick<FeatureDeps, 'database' | 'config'>,
  userId: number,
): AudioRoom {
  let isFull = false;
  const refuse = (full: boolean): never => {
    isFull ||= full;
    throw new NoRoom(full);
  };

  return {
    async whileCopying(copy) {
      const { fileMax, left } = await roomOf(database, { config, userId });
      if (left === 0) return refuse(true);
      try {
        return await copy(Math.min(fileMax, left));
      } catch (error) {
        if (!(error instanceof TooLarge)) throw error;
        return refuse(left < fileMax); // a smaller file of another item may still fit
      }
    },
    async take(transaction, bytes) {
      try {
        await requireRoom(transaction, { config, userId, uploadId: null, bytes });
      } catch (error) {
        if (!(error instanceof AppError) || error.reason !== 'PAYLOAD_TOO_LARGE') throw error;
        refuse(true);
      }
    },
    notes: () => (isFull ? [FULL] : []),
  };
}
