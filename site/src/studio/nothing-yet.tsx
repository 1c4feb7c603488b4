/** Stands in an empty list of the authors' pages. */
export function NothingYet({ title, text }: { title: string; text: string }) {
  return (
    <div className="studio-empty">
      <strong>{title}</strong>
      <p>{text}</p>
    </div>
  );
}
