import { CHECK_ICON, CLOSE_ICON, Menu, SPEED_ICON } from 'earshot/bar';
import { Icon, RadioGroup } from 'earshot/react';
import { type ReactNode, useId } from 'react';

const STATES = ['rest', 'hover', 'focus', 'pressed', 'disabled'] as const;

export function Components() {
  return (
    <>
      <States label="es-button">
        {(state) => (
          <button
            type="button"
            className="es-button"
            aria-label={`Speed, ${state}`}
            {...asState(state)}
          >
            <Icon path={SPEED_ICON} />
          </button>
        )}
      </States>
      <States label="es-play">
        {(state) => (
          <button
            type="button"
            className="es-play"
            data-face="play"
            aria-label={`Play, ${state}`}
            {...asState(state)}
          >
            <Icon name="play" />
          </button>
        )}
      </States>
      <Row label="es-play, loading">
        <button type="button" className="es-play" data-face="loading" aria-label="Pause, loading">
          <Icon name="pause" />
        </button>
      </Row>
      {['primary', 'secondary', 'quiet', 'danger'].map((kind) => (
        <States key={kind} label={`es-action, ${kind}`}>
          {(state) => (
            <button type="button" className="es-action" data-kind={kind} {...asState(state)}>
              {state}
            </button>
          )}
        </States>
      ))}
      <Row label="es-action, loading">
        <button type="button" className="es-action" data-kind="primary" aria-busy="true">
          <span>Save</span>
        </button>
      </Row>
      <States label="es-chip">
        {(state) => (
          <button type="button" className="es-chip" {...asState(state)}>
            {state}
          </button>
        )}
      </States>
      <Row label="es-chip">
        <span className="es-chip">Science</span>
        <button type="button" className="es-chip" aria-pressed="true">
          Chosen
        </button>
      </Row>
      <Fields />
      <Choice />
      <Row label="Menu">
        <div className="es-popover dg-here">
          <Menu
            label="Speed"
            items={[
              { value: 1, label: '1×' },
              { value: 1.5, label: '1.5×' },
              { value: 3, label: '3×', isDisabled: true },
            ]}
            selected={1.5}
            onSelect={() => {}}
          />
        </div>
      </Row>
      <Row label="es-tooltip">
        <span className="es-tooltip dg-here">Forward 30 seconds</span>
      </Row>
      <Row label="es-skeleton, es-spinner">
        <span className="es-skeleton dg-line" />
        <span className="es-spinner" />
        <Icon path={CHECK_ICON} />
        <Icon path={CLOSE_ICON} />
      </Row>
    </>
  );
}

function Fields() {
  return (
    <Row label="es-field">
      <label className="es-field">
        <span>Title</span>
        <input type="text" defaultValue="Why rooms sing" />
      </label>
      <label className="es-field">
        <span>Focus</span>
        <input type="text" defaultValue="Why rooms sing" data-forced="focus" />
      </label>
      <label className="es-field">
        <span>Height</span>
        <input type="text" defaultValue="12 px" aria-invalid="true" />
        <span className="es-hint" data-level="error">
          At least 80 pixels.
        </span>
      </label>
      <label className="es-field">
        <span>Cover</span>
        <input type="text" defaultValue="none" disabled />
      </label>
    </Row>
  );
}

function Choice() {
  const name = useId();
  return (
    <Row label="RadioGroup">
      <RadioGroup
        label="Theme"
        name={name}
        choices={[
          { value: 'auto', label: 'Automatic' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
        selected="auto"
        onSelect={() => {}}
      />
    </Row>
  );
}

function States({ label, children }: { label: string; children: (state: string) => ReactNode }) {
  return (
    <Row label={label}>
      {STATES.map((state) => (
        <span key={state}>{children(state)}</span>
      ))}
    </Row>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="dg-part">
      <small>{label}</small>
      <div className="dg-row">{children}</div>
    </div>
  );
}

const asState = (state: string) =>
  state === 'disabled' ? { disabled: true } : { 'data-forced': state };
