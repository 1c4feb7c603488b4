import type { DemoHost } from './page.ts';

/** Pages that are difficult for embeds, each with the reason. */
export function Hosts({ hosts }: { hosts: readonly DemoHost[] }) {
  if (hosts.length === 0) return null;
  return (
    <section className="pg-hosts" aria-labelledby="hosts">
      <h2 id="hosts">Awkward pages</h2>
      <p>Embeds on pages that make it difficult for them. The tests visit each.</p>
      <ul>
        {hosts.map(({ name, note }) => (
          <li key={name}>
            <a href={`/hosts/${name}/`}>{name.replaceAll('-', ' ')}</a>
            <small>{note}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
