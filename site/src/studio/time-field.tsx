import { useEffect, useState } from 'react';
import { ZoneName } from './zone-name.tsx';

interface TimeFieldProps {
  id: string;
  name: string;
  label: string;
  /** ISO 8601. Null leaves the field empty. */
  value: string | null;
}

/**
 * A day and an hour, which may be empty. They are in the author's time zone; without JavaScript they are in UTC, as
 * the label then says and as the server reads a time without a zone.
 */
export function TimeField({ id, name, label, value }: TimeFieldProps) {
  const [isHere, setHere] = useState(false);
  const [local, setLocal] = useState(value?.slice(0, 16) ?? '');
  useEffect(() => {
    setHere(true);
    setLocal(value ? toLocal(value) : '');
  }, [value]);
  return (
    <div className="es-field">
      <label htmlFor={id}>
        {label} <ZoneName />
      </label>
      <input
        id={id}
        type="datetime-local"
        name={isHere ? undefined : name}
        value={local}
        onChange={(event) => setLocal(event.target.value)}
      />
      {isHere && <input type="hidden" name={name} value={toIso(local)} />}
    </div>
  );
}

/** A year that is still being typed, such as 0202. Clocks of these years differ from ours by minutes and seconds. */
const isUnfinished = (text: string) => text < '1900';

/** ISO 8601 for the value of a control. Browsers allow years of six digits: the server refuses these in words. */
export function toIso(local: string): string {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) || isUnfinished(local) ? local : date.toISOString();
}

/** The value of a control for a day and an hour, in the time zone of this device. */
export function toLocal(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime()) || isUnfinished(iso)) return iso;
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}
