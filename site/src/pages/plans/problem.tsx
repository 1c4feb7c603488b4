/** The reason for a refusal. Empty without a text. */
export function Problem({ text }: { text: string | null }) {
  if (!text) return null;
  return (
    <div className="site-form-errors" role="alert">
      <p>{text}</p>
    </div>
  );
}
