/** Says that something was stored. Its place is always there, so that screen readers hear it. */
export function Saved({ words }: { words: string | null }) {
  return (
    <div role="status">
      {words && <p className="mt-4 animate-rise rounded-2xl bg-accent-soft px-4 py-3 font-medium">{words}</p>}
    </div>
  );
}
