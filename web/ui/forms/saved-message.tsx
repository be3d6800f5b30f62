/** Confirms a saved form. Always present, so that screen readers announce the text when it appears. */
export function SavedMessage({ text, className = 'mt-4' }: { text: string | null; className?: string }) {
  return (
    <div role="status">
      {text && <p className={`wrap-anywhere rounded-2xl bg-accent-soft px-4 py-3 font-medium ${className}`}>{text}</p>}
    </div>
  );
}
