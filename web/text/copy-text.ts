/** @returns whether it was copied: pages without TLS have no clipboard */
export async function copyText(text: string): Promise<boolean> {
  const copied = navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  return (await copied) ?? false;
}
