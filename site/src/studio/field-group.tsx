import type { ReactNode } from 'react';

/** Fields that belong together. */
export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="studio-group">
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}
