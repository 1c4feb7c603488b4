import { EventEmitter } from 'node:events';
import { type DatabaseServer, remoteServer } from './database-server.ts';
import { createLogReader } from './log-position.ts';
import { createPool } from './pool.ts';
import { createPublicReads } from './public-reads.ts';
import { createReplicaGate } from './replica-gate.ts';
import type { Report, Watch } from './watch.ts';

export interface ReplicaOptions {
  /** `DATABASE_READ_URL`. */
  address: string;
  poolSize: number;
  report: Report;
}

/**
 * A streaming replica for public reads. A host starts and runs without it: what cannot be read there is read from the
 * primary.
 */
export function openReplica(
  primary: DatabaseServer,
  { address, poolSize, report }: ReplicaOptions,
) {
  const events: Watch['events'] = new EventEmitter();
  const ofPrimary = createLogReader(() => primary.connectionString());
  const ofReplica = createLogReader(() => address);
  let origin = '';

  const gate = createReplicaGate({
    async readPrimary() {
      const read = await ofPrimary.read();
      origin = read.origin;
      return read.position;
    },
    async readReplica() {
      const read = await ofReplica.read();
      if (!read.isReplica) throw new Error('it is no replica: it accepts writes');
      if (read.origin !== origin) throw new Error('it is a replica of another database');
      return read.position;
    },
    report,
    onLost: () => events.emit('lost'),
  });
  const watch = {
    events,
    isLost: () => false, // the gate decides whether it is asked
    suspect: gate.onChange,
    check: async () => gate.onChange(),
    answered() {},
  };
  const pool = createPool(remoteServer(address), watch, poolSize);
  const { publicReads, split } = createPublicReads(gate);
  return {
    publicReads,
    split: (ownPool: Parameters<typeof split>[0]) => split(ownPool, pool),
    async close() {
      const closed = gate.close();
      ofPrimary.close();
      ofReplica.close();
      await closed;
    },
  };
}
