import type { ReactNode } from 'react';
import { Components } from './components.tsx';
import { Colours, Icons, Shapes, Type } from './foundations.tsx';

const THEMES = ['light', 'dark'] as const;

/** All design elements, in both themes side by side. docs/design.md explains their use. */
export function StyleGuide() {
  return (
    <main className="dg-main">
      <h1>Design</h1>
      <Section title="Colours">
        <Colours />
      </Section>
      <Section title="Type">
        <Type />
      </Section>
      <Section title="Space, shape and shadow">
        <Shapes />
      </Section>
      <Section title="Icons">
        <Icons />
      </Section>
      <Section title="Components">
        <Components />
      </Section>
    </main>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      <div className="dg-themes">
        {THEMES.map((theme) => (
          <div key={theme} className="dg-theme" data-theme={theme}>
            {children}
          </div>
        ))}
      </div>
    </section>
  );
}
