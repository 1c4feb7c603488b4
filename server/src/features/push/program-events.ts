import { AppError } from 'earshot/contract';
import { type Static, Type } from 'typebox';
import { invalid } from '../../platform/http/read-json.ts';
import { EVENT_MAX_BYTES, type PushEvent } from '../../platform/push/push-event.ts';
import { isChannel } from './push.ts';

const tolerant = { additionalProperties: true }; // libraries send more than this server reads
const Name = Type.String({ minLength: 1, maxLength: 200 });
const CHANNELS_MAX = 100;
const BATCH_MAX = 10;

export const SocketId = Type.String({ pattern: '^\\d+\\.\\d+$', maxLength: 30 });

const Event = {
  name: Name,
  data: Type.String(),
  socket_id: Type.Optional(SocketId),
  info: Type.Optional(Type.String()),
};

/** One event for some channels, or for one. */
export const EventBody = Type.Object(
  {
    ...Event,
    channels: Type.Optional(Type.Array(Name, { minItems: 1, maxItems: CHANNELS_MAX })),
    channel: Type.Optional(Name),
  },
  tolerant,
);

/** Some events, each for one channel. */
export const BatchBody = Type.Object(
  {
    batch: Type.Array(Type.Object({ ...Event, channel: Name }, tolerant), {
      minItems: 1,
      maxItems: BATCH_MAX,
    }),
  },
  tolerant,
);

type ProgramEvent = Static<typeof BatchBody>['batch'][number];

/** @throws AppError INVALID_REQUEST if the event names none */
export function channelsOf({ channels, channel }: Static<typeof EventBody>): string[] {
  if (channels) return channels;
  if (channel === undefined) throw invalid('channels: is required');
  return [channel];
}

/**
 * What browsers hear of an event of a program.
 * @throws AppError INVALID_REQUEST if there is no such channel, or for a name of the protocol; PAYLOAD_TOO_LARGE
 */
export function toPushEvent({ channel, name, data, socket_id }: ProgramEvent): PushEvent {
  if (!isChannel(channel)) throw invalid(`channel: "${channel}" does not exist`);
  if (/^pusher(_internal)?:/.test(name)) throw invalid('name: belongs to the protocol');
  const event = { channel, event: name, data, ...(socket_id ? { except: socket_id } : {}) };
  if (Buffer.byteLength(JSON.stringify(event)) > EVENT_MAX_BYTES) {
    throw new AppError('PAYLOAD_TOO_LARGE', {
      messages: [`data: an event may have ${EVENT_MAX_BYTES} bytes`],
    });
  }
  return event;
}
