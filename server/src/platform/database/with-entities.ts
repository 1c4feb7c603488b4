/** Reads the entities of rows. A row whose entity the viewer may not see is skipped. */
export async function withEntities<Row extends { id: number }, Entity>(
  rows: readonly Row[],
  read: (ids: number[]) => Promise<Entity[]>,
  idOf: (entity: Entity) => number,
): Promise<(Row & { entity: Entity })[]> {
  const entities = await read(rows.map(({ id }) => id));
  const byId = new Map(entities.map((entity) => [idOf(entity), entity]));
  return rows.flatMap((row) => {
    const entity = byId.get(row.id);
    return entity ? [{ ...row, entity }] : [];
  });
}
