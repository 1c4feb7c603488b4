import type { EmbedCapabilities, EmbedController, EmbedError } from 'earshot/embed';
import { useEffect, useState } from 'react';
import { detailOf, type LogEntry } from './log.ts';

type Tell = (entry: Pick<LogEntry, 'kind' | 'name' | 'detail'>) => void;

export interface ControlPanelProps {
  player: EmbedController | null;
  tell: Tell;
}

interface Control {
  method: keyof EmbedController;
  /** The initial value. */
  value?: number | string | boolean;
}

const GROUPS: readonly { label: string; controls: readonly Control[] }[] = [
  {
    label: 'Playing',
    controls: [{ method: 'play' }, { method: 'pause' }, { method: 'getPaused' }],
  },
  {
    label: 'Time',
    controls: [
      { method: 'setCurrentTime', value: 30 },
      { method: 'getCurrentTime' },
      { method: 'getDuration' },
    ],
  },
  {
    label: 'Sound',
    controls: [
      { method: 'setVolume', value: 50 },
      { method: 'getVolume' },
      { method: 'mute' },
      { method: 'unmute' },
      { method: 'getMuted' },
    ],
  },
  {
    label: 'Speed and loop',
    controls: [
      { method: 'setPlaybackRate', value: 1.5 },
      { method: 'getPlaybackRate' },
      { method: 'setLoop', value: true },
      { method: 'setConsent', value: true },
      { method: 'getLoop' },
    ],
  },
  {
    label: 'Episodes',
    controls: [{ method: 'load', value: 'episode_id=2' }, { method: 'prev' }, { method: 'next' }],
  },
  { label: 'Controller', controls: [{ method: 'ready' }, { method: 'destroy' }] },
];

/** A button for every method of the controller. The log shows the results. */
export function ControlPanel({ player, tell }: ControlPanelProps) {
  return (
    <section className="pg-control" aria-labelledby="pg-control">
      <h2 id="pg-control">Control</h2>
      <Status player={player} />
      {GROUPS.map(({ label, controls }) => (
        <fieldset key={label} disabled={!player}>
          <legend>{label}</legend>
          {controls.map((control) => (
            <Call key={control.method} {...control} player={player} tell={tell} />
          ))}
        </fieldset>
      ))}
    </section>
  );
}

/** The capabilities that the player reported. */
function Status({ player }: { player: EmbedController | null }) {
  const [can, setCan] = useState<EmbedCapabilities | null>(null);
  useEffect(() => {
    setCan(null);
    return player?.on('ready', setCan);
  }, [player]);
  const text = can
    ? `Ready: ${can.methods.length} methods, ${can.events.length} events.`
    : 'The player is not ready yet.';
  return <p role="status">{text}</p>;
}

interface CallProps extends Control, ControlPanelProps {}

function Call({ method, value, player, tell }: CallProps) {
  const [given, setGiven] = useState(value);
  const call = () => player && report(player, method, given, tell);
  if (typeof given === 'boolean' || given === undefined) {
    const run = () => {
      call();
      if (given !== undefined) setGiven(!given);
    };
    return (
      <button type="button" onClick={run}>
        {method}({given === undefined ? '' : String(given)})
      </button>
    );
  }
  const isNumber = typeof given === 'number';
  return (
    <span className="pg-call">
      <button type="button" onClick={call}>
        {method}
      </button>
      <input
        type={isNumber ? 'number' : 'text'}
        step="any"
        aria-label={`Value for ${method}`}
        value={Number.isNaN(given) ? '' : given}
        onChange={({ currentTarget }) => {
          setGiven(isNumber ? currentTarget.valueAsNumber : currentTarget.value);
        }}
        onKeyDown={({ key }) => key === 'Enter' && call()}
      />
    </span>
  );
}

async function report(
  player: EmbedController,
  method: Control['method'],
  value: Control['value'],
  tell: Tell,
): Promise<void> {
  const name = `${method}(${value === undefined ? '' : JSON.stringify(value)})`;
  try {
    const call = player[method] as (value?: Control['value']) => unknown;
    const answer = await call(value);
    tell({ kind: 'call', name, detail: answer === undefined ? 'done' : detailOf(answer) });
  } catch (error) {
    tell({ kind: 'failure', name, detail: (error as EmbedError).reason });
  }
}
