/**
 * Makes further entries, which browsers load after the first one. `ids` gives their ids by their names.
 *
 * Rollup orders such entries by the time at which they and their imports were loaded, and this order decides about names within the
 * files. So everything is loaded first: then the order depends on that of `ids` alone, and two builds make the same files.
 */
export const laterEntries = (first, ids) => {
  const known = new Map();
  return {
    name: 'later-entries',
    async buildStart() {
      known.clear();
      const seen = new Set();
      const load = async (resolved) => {
        if (resolved.external || seen.has(resolved.id)) return;
        seen.add(resolved.id);
        const { importedIdResolutions, dynamicallyImportedIdResolutions } = await this.load({
          ...resolved,
          resolveDependencies: true,
        });
        await Promise.all(
          [...importedIdResolutions, ...dynamicallyImportedIdResolutions].map(load),
        );
      };
      const entries = Object.entries(ids());
      for (const id of [first, ...entries.map(([, id]) => id)])
        known.set(id, await this.resolve(id));
      await Promise.all([...known.values()].map(load));
      // In this order the site's script is smallest once it is compressed.
      for (const [name, id] of entries.toSorted(([a], [b]) => a.length - b.length))
        this.emitFile({ type: 'chunk', id, name, implicitlyLoadedAfterOneOf: [first] });
    },
    resolveId: {
      order: 'pre',
      // Without a look at the disk, which would take another time for each.
      handler: (source) => known.get(source) ?? null,
    },
  };
};
