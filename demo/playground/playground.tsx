import { type EmbedController, type EmbedSource, EVENTS } from 'earshot/embed';
import { CopyField, EmbedButton, EmbedDialog, RadioGroup } from 'earshot/react';
import { useEffect, useMemo, useState } from 'react';
import { controlCode, embedCode } from './code.ts';
import { ControlPanel } from './control-panel.tsx';
import { EventLog } from './event-log.tsx';
import { FRAMEWORKS, type Framework, frameworkCode } from './framework-code.ts';
import { Hosts } from './hosts.tsx';
import { addEntry, detailOf, type LogEntry } from './log.ts';
import { OptionsForm } from './options-form.tsx';
import type { PlaygroundData } from './page.ts';
import { Preview } from './preview-frame.tsx';
import { embedItem, sourceOf } from './resource.ts';
import { type Kind, readSettings, type Settings, writeSettings } from './settings.ts';

const COPIED_MS = 2000;

const KINDS: readonly { value: Kind; label: string }[] = [
  { value: 'script', label: 'Script' },
  { value: 'shortcode', label: 'Shortcode' },
  { value: 'iframe', label: 'iframe' },
  { value: 'element', label: 'Element' },
];

/** A page on which developers try every option, copy the code and see the events. */
export function Playground(data: PlaygroundData) {
  const { productName, siteUrl, episodes, hosts } = data;
  const [first] = episodes;
  return (
    <>
      <header className="pg-head">
        <h1>{productName} on somebody else’s page</h1>
        <p>
          {hosts ? 'This page lives on another origin than the player. ' : ''}Choose, listen, look
          at what the player says, and copy the code.
        </p>
        <nav aria-label="Pages">
          {hosts && (
            <>
              <a href="/snippet">A blog</a>
              <a href="/iframe">An iframe</a>
              <a href="/sandbox">A sandbox</a>
              <a href="/many">Three players</a>
              <a href="/continue">Keeps playing</a>
              {hosts.length > 0 && <a href="#hosts">Awkward pages</a>}
            </>
          )}
          <a href={`${siteUrl}/`}>The site</a>
        </nav>
      </header>
      <main className="pg-main">
        {first ? (
          <Workbench data={data} fallback={`episode_id=${first.episode_id}`} />
        ) : (
          <p>There are no public episodes yet.</p>
        )}
        <Hosts hosts={hosts ?? []} />
      </main>
    </>
  );
}

function Workbench({ data, fallback }: { data: PlaygroundData; fallback: string }) {
  const [settings, setSettings] = useState(() => readSettings(location.search, fallback));
  const [player, setPlayer] = useState<EmbedController | null>(null);
  const [log, setLog] = useState<readonly LogEntry[]>([]);
  const change = (part: Partial<Settings>) => setSettings((before) => ({ ...before, ...part }));
  useEffect(() => history.replaceState(null, '', writeSettings(settings)), [settings]);

  const source = useMemo(() => sourceOf(settings, data), [settings, data]);
  const code = embedCode(settings, source);
  const tell = (entry: Omit<LogEntry, 'id' | 'count' | 'at'>) =>
    setLog((before) => addEntry(before, { ...entry, at: Date.now() }));
  const onPlayer = (next: EmbedController | null) => {
    setPlayer(next);
    for (const name of next ? EVENTS : []) {
      next?.on(name, (value) =>
        tell({ kind: 'event', name, detail: value === undefined ? '' : detailOf(value) }),
      );
    }
  };

  return (
    <div className="pg-bench">
      <section className="pg-stage" aria-labelledby="pg-stage">
        <h2 id="pg-stage">Player</h2>
        <RadioGroup
          label="How it gets into the page"
          name="kind"
          choices={KINDS}
          selected={settings.kind}
          onSelect={(kind) => change({ kind })}
        />
        <Preview kind={settings.kind} code={code} widgetUrl={data.widgetUrl} onPlayer={onPlayer} />
        <Codes kind={settings.kind} code={code} source={source} />
        <EmbedButton item={embedItem(settings, data)} />
        <EmbedDialog productName={data.productName} widgetUrl={data.widgetUrl} />
      </section>
      <OptionsForm data={data} settings={settings} onChange={change} />
      <ControlPanel player={player} tell={tell} />
      <EventLog log={log} onClear={() => setLog([])} />
    </div>
  );
}

function Codes({ kind, code, source }: { kind: Kind; code: string; source: EmbedSource }) {
  const [framework, setFramework] = useState<Framework>('react');
  return (
    <div className="pg-codes">
      <p>Paste it</p>
      <CopyField label="Code to paste" text={code} feedbackMs={COPIED_MS} isCode />
      <p>Control it</p>
      <CopyField
        label="Code to control it"
        text={controlCode(kind, source)}
        feedbackMs={COPIED_MS}
        isCode
      />
      <RadioGroup
        label="In a framework"
        name="framework"
        choices={FRAMEWORKS}
        selected={framework}
        onSelect={setFramework}
      />
      <CopyField
        label="Code for a framework"
        text={frameworkCode(framework, source)}
        feedbackMs={COPIED_MS}
        isCode
      />
    </div>
  );
}
