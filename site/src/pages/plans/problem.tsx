/** Why something was refused. Nothing if there is no text. */
export function Problem({ text }: { text: string | null }) {
  if (!text) return null;
  return (
    <div className="site-form-errors" role="alert">
      <p>{text}</p>
    </div>
  );
}
