/** Confirms a saved form. Always present, so that screen readers announce the text when it appears. */
export function SavedMessage({ text }: { text: string | null }) {
  return (
    <div role="status">
      {text && <p className="wrap-anywhere mt-4 rounded-2xl bg-accent-soft px-4 py-3 font-medium">{text}</p>}
    </div>
  );
}
